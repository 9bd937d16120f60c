import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { scopeKeysRepo } from './scope-keys.repo.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { Source } from './source-reports.ts';

/** A building has a few dozen parts. A source that uses more keys than this makes one for each member or booking. */
export const KEYS_MAX = 1_000;

/**
 * How many keys that nobody has named before a source may still add. Where that is less than it wants, keys that no member
 * has and nobody has mapped make room. What does not fit stays without a number: windows with it are stored and open
 * nothing, and one warning says so for all of them.
 */
export const createScopeKeyQuota = ({ warnings }: { readonly warnings: Pick<WarningsService, 'keep' | 'close'> }) => ({
  /** Under the facility's row lock. */
  take: async (tx: Tx, source: Source, wanted: number): Promise<number> => {
    const repo = scopeKeysRepo(tx);
    const roomNow = async () => Math.max(0, KEYS_MAX - (await repo.countOf(source)));
    let room = await roomNow();
    if (room < wanted) {
      await repo.removeUnused(source);
      room = await roomNow();
    }
    if (room < wanted)
      await warnings.keep(tx, [
        tooMany(source, (await scopesRepo(tx).findIntegration(source.facilityId, source.partnerId))?.name ?? ''),
      ]);
    else await warnings.close(tx, [enough(source)]);
    return Math.min(room, wanted);
  },
});

const subjectOf = ({ facilityId, partnerId }: Source) => ({
  kind: 'scope_keys_too_many' as const,
  facilityId,
  subject: partnerId,
});

const tooMany = (source: Source, partnerName: string) => ({
  ...subjectOf(source),
  message: `${partnerName} uses more than ${KEYS_MAX} scope keys here: windows with the others open nothing, and cannot be mapped.`,
  partner: {
    id: source.partnerId,
    message: `More than ${KEYS_MAX} scope keys are in use at this facility: windows with any further key open nothing. Use one key for each part of the building.`,
  },
});

const enough = (source: Source) => ({
  ...subjectOf(source),
  partner: { id: source.partnerId, message: 'There is room for new scope keys at this facility again.' },
});
