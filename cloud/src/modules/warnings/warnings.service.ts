import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { warningsRepo } from './warnings.repo.ts';

/** What can be warned of. Each kind has one meaning and one subject (a door, a key, an epoch). */
export type WarningKind =
  | 'unlock_confirmed_late'
  | 'relay_fault_repeated'
  | 'idempotency_key_reused'
  | 'journal_chain_broken';

export interface NewWarning {
  readonly kind: WarningKind;
  readonly facilityId: FacilityId;
  readonly subject: string;
  readonly message: string;
}
export type WarningsService = ReturnType<typeof createWarningsService>;

export const createWarningsService = (deps: {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
}) => ({
  /** Raised in the unit that found the cause, so that neither exists without the other. */
  raise: async (tx: Tx, { kind, facilityId, subject, message }: NewWarning): Promise<void> => {
    const at = deps.clock.wallMs();
    await warningsRepo(tx).raise({
      id: randomId('wrn', deps.random),
      kind,
      facility_id: facilityId,
      subject,
      message,
      count: 1,
      first_at: at,
      last_at: at,
    });
  },

  list: (facilityId: FacilityId) => deps.db.read((tx) => warningsRepo(tx).listOf(facilityId, 100)),
});
