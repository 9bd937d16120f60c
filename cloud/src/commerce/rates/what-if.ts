import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { type LedgerService, minorOfMicros, parseOwnerKey } from '../ledger/ledger.module.ts';
import { dayLogsRepo } from './day-logs.repo.ts';
import { closedLog } from './day-logs.ts';
import type { PinnedVersions, RateBlocks } from './rate-blocks.ts';
import type { TemplateBody } from './rate-bodies.ts';
import { type Carry, rateDay } from './rate-day.ts';
import { bodyOf } from './rate-versions.ts';
import { ratesFault } from './rates.faults.ts';
import { rateNamesRepo, rateVersionsRepo } from './rates.repo.ts';
import { resolveRates } from './resolved-rates.ts';
import { dayAt, monthOf, monthsAfter } from './utc-days.ts';
import { whatIfRepo } from './what-if.repo.ts';

export interface WhatIfDeps extends Pick<Environment, 'clock'> {
  readonly db: Pick<Database, 'read'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly rateBlocks: Pick<RateBlocks, 'ownerOf' | 'levelsOf'>;
}
export interface WhatIfAsked {
  readonly months: number;
  readonly ownerKey?: string | undefined;
}
/** More facilities than this are left for another question. */
const FACILITIES_MAX = 500;

interface Month {
  readonly month: string;
  billed: number;
  would: number;
}

/** What days that are over would have cost by another template: rated again by the function that rated them. */
export const createWhatIf = ({ db, clock, ledger, rateBlocks }: WhatIfDeps) => {
  const centsOf = (micros: number): number => minorOfMicros(micros, ledger.currency);

  const facilitiesOf = async (tx: Tx, templateId: string, ownerKey: string | undefined) => {
    const keys =
      ownerKey === undefined
        ? (await rateNamesRepo(tx).linked([templateId])).map(({ owner_key }) => owner_key)
        : [await rateBlocks.ownerOf(tx, ownerKey)];
    const owners = keys.flatMap((key) => parseOwnerKey(key) ?? []);
    const found = await whatIfRepo(tx).facilitiesOf(owners, FACILITIES_MAX + 1);
    return { facilities: found.slice(0, FACILITIES_MAX), isCut: found.length > FACILITIES_MAX };
  };

  const rateAgain = async (tx: Tx, facilityId: FacilityId, template: TemplateBody, sums: Month): Promise<void> => {
    const { month } = sums;
    let carry: Carry = {};
    for (const row of await dayLogsRepo(tx).closedBetween(facilityId, `${month}-01`, `${month}-31`)) {
      const { day, facts, micros } = closedLog(row);
      const levels = await rateBlocks.levelsOf(tx, JSON.parse(row.versions) as PinnedVersions);
      const rated = rateDay(day, resolveRates({ ...levels, template }), facts, carry);
      carry = rated.carry;
      sums.billed += micros;
      sums.would += rated.micros;
    }
  };

  return {
    /** Of the months before this one. Without an owner: of all whose blocks go by this template. */
    ask: async (templateId: string, { months: count, ownerKey }: WhatIfAsked) => {
      const thisMonth = monthOf(dayAt(clock.wallMs()));
      const months = Array.from({ length: count }, (_, at): Month => {
        return { month: monthsAfter(thisMonth, at - count), billed: 0, would: 0 };
      });
      const { template, facilities, isCut } = await db.read(async (tx) => {
        const body = bodyOf<TemplateBody>(await rateVersionsRepo(tx).newest('template', templateId));
        if (body === undefined) throw ratesFault('template_unknown', 'templateId: there is no such template.');
        return { template: body, ...(await facilitiesOf(tx, templateId, ownerKey)) };
      });
      // A month of a facility at a time, so that whoever waits for the same thread waits for no more.
      for (const facilityId of facilities)
        for (const month of months) {
          await db.read((tx) => rateAgain(tx, facilityId, template, month));
          await yieldToEventLoop();
        }
      const data = months.map(({ month, billed, would }) => ({
        month,
        billedCents: centsOf(billed),
        wouldBeCents: centsOf(would),
        differenceCents: centsOf(would) - centsOf(billed),
      }));
      return { templateId, facilities: facilities.length, complete: !isCut, data };
    },
  };
};
export type WhatIf = ReturnType<typeof createWhatIf>;
