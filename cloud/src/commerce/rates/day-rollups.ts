import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type OwnerKey, ownerKeyOf } from '../ledger/ledger.module.ts';
import { dayLogsRepo, type LogRow } from './day-logs.repo.ts';
import type { DayLine } from './rate-day.ts';
import type { Payer } from './rates.ports.ts';
import { monthOf } from './utc-days.ts';

/** Custom charges are one sum: there may be any number of them. */
const chargeOf = ({ key }: DayLine): string => (key.startsWith('custom:') ? 'custom' : key);

/** Adds what was billed of a day to the sums of its month: of the facility, of its organisation, of the platform, and of who pays. */
export const addToRollups = async (
  tx: Tx,
  { facility_id, org_id, day }: Pick<LogRow, 'facility_id' | 'org_id' | 'day'>,
  lines: readonly DayLine[],
  { method, payerKey }: Pick<Payer, 'method' | 'payerKey'>,
): Promise<void> => {
  const owners: readonly (OwnerKey | 'platform')[] = [
    ownerKeyOf({ kind: 'facility', id: facility_id }),
    ownerKeyOf({ kind: 'org', id: org_id }),
    'platform',
  ];
  const month = monthOf(day);
  const byCharge = Map.groupBy(lines, chargeOf);
  for (const [charge, of] of [...byCharge].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const quantity = of.reduce((sum, line) => sum + line.quantity, 0);
    const micros = of.reduce((sum, line) => sum + line.micros, 0);
    if (quantity === 0 && micros === 0) continue;
    const sums = { month, charge, quantity, micros, wallet_micros: method === 'wallet' ? micros : 0 };
    for (const owner of owners) await dayLogsRepo(tx).addToRollup({ owner, ...sums });
  }
  const all = lines.reduce((sum, line) => sum + line.micros, 0);
  const wallet = { wallet_micros: method === 'wallet' ? all : 0 };
  await dayLogsRepo(tx).addToRollup({
    owner: `payer:${payerKey}`,
    month,
    charge: 'all',
    quantity: 0,
    micros: all,
    ...wallet,
  });
};
