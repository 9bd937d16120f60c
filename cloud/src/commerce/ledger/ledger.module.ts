import type { Tx } from '../../kit/db/unit-of-work.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { ledgerCommands } from './ledger.control.ts';
import { ledgerFaults } from './ledger.faults.ts';
import { createLedgerService } from './ledger.service.ts';
import { parseOwnerKey } from './owner-key.ts';
import type { AccountRow } from './posting.repo.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What we bill in, ISO 4217. */
    readonly billingCurrency: string;
  }
}

export { type AccountOf, accountIdOf } from './accounts.ts';
export type { LedgerService } from './ledger.service.ts';
export { decimalOf, microsOfMinor, minorOfMicros } from './money.ts';
export { type OwnerKey, ownerKeyOf, parseOwnerKey } from './owner-key.ts';

export const ledgerModule = defineModule('ledger', {
  needs: [jobsModule, organisationsModule, warningsModule],
  owns: {
    ledger_account: 'never',
    ledger_transfer: 'never',
    ledger_hold: 'never',
    ledger_day: 'never',
    ledger_day_sum: 'never',
    ledger_period: 'never',
    ledger_setting: 'never',
  },
  faults: ledgerFaults,
  create: ({ db, clock, random, log, billingCurrency, organisations, warnings }) => {
    /** Warnings are about a facility: of an organisation it is the first that it has. */
    const facilityOf = async (tx: Tx, ownerKey: string) => {
      const owner = parseOwnerKey(ownerKey);
      if (owner?.kind !== 'org') return owner?.id;
      const reach = { organisations: [owner.id], facilities: [] };
      return (await organisations.facilitiesWithin(tx, reach, { after: '', size: 1 })).items[0]?.id;
    };
    const tellFrozen = async (tx: Tx, { id, owner_key }: AccountRow): Promise<void> => {
      const facilityId = await facilityOf(tx, owner_key);
      if (facilityId === undefined) return;
      const message = 'The balance is not the sum of its transfers: nothing is posted to this account.';
      await warnings.raise(tx, { kind: 'ledger_differs', facilityId, subject: id, message });
    };
    return { ledger: createLedgerService({ db, clock, random, log, currency: billingCurrency, tellFrozen }) };
  },
})({
  jobs: ({ ledger, guardedFromClockJumps }) => [
    onSchedule('ledger.seal', '11 * * * *', guardedFromClockJumps('ledger.seal', ledger.seal)),
    onSchedule('ledger.recount', '40 3 * * *', ledger.recount),
    onSchedule('ledger.holds', '* * * * *', ledger.voidExpired),
  ],
  beforeListening: async ({ ledger }) => {
    await ledger.fixCurrency();
    return undefined;
  },
  operator: ledgerCommands,
});
