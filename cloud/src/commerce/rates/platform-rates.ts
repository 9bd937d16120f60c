import type { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RatesBody } from './rate-bodies.ts';
import {
  type AdjustmentsGiven,
  adjustmentsView,
  allChargesView,
  chargeMicros,
  mergedAdjustments,
  type SomeCharges,
} from './rate-shapes.ts';
import { bodyOf, type RateVersion, type RateVersions, versionView } from './rate-versions.ts';
import { rateVersionsRepo } from './rates.repo.ts';

export interface RatesGiven {
  readonly charges?: z.output<typeof SomeCharges> | undefined;
  readonly chargeAdjustments?: z.output<typeof AdjustmentsGiven> | undefined;
}
export const NO_RATES: RatesBody = { charges: {}, adjustments: {} };

/** What there was, with what is given in its place by charge. */
export const mergedRates = (before: RatesBody, { charges = {}, chargeAdjustments = {} }: RatesGiven): RatesBody => ({
  charges: { ...before.charges, ...chargeMicros(charges) },
  adjustments: mergedAdjustments(before.adjustments, chargeAdjustments),
});

const viewOf = (version: RateVersion | undefined) => {
  const { charges, adjustments } = bodyOf<RatesBody>(version) ?? NO_RATES;
  return {
    charges: allChargesView(charges),
    chargeAdjustments: adjustmentsView(adjustments),
    ...versionView(version),
    changedBy: version?.made_by ?? null,
  };
};

/** The rates of the platform itself: what everybody pays for whom nothing else is agreed. */
export const createPlatformRates = ({ rateVersions }: { readonly rateVersions: RateVersions }) => ({
  read: async (tx: Tx) => viewOf(await rateVersionsRepo(tx).newest('platform', '')),

  /** Sets what is given; all else stays. From the next day on. */
  put: async (tx: Tx, given: RatesGiven, by: string) => {
    const before = bodyOf<RatesBody>(await rateVersionsRepo(tx).newest('platform', '')) ?? NO_RATES;
    return viewOf(
      await rateVersions.append(tx, { scope: 'platform', owner: '', body: mergedRates(before, given), by }),
    );
  },
});
export type PlatformRates = ReturnType<typeof createPlatformRates>;
