import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { lastUsed } from '../../kit/secrets/last-used.ts';
import { createAiActivity } from './ai-activity.ts';
import { createAiKeys } from './ai-keys.ts';
import { aiSettingsRepo } from './ai-settings.repo.ts';
import type { AiFacilityTable, AiKeyTable } from './ai-settings.tables.ts';
import type { AgentCap, Guardrail, KeyLimits, SpendCap } from './ai-shapes.ts';
import { createSettingsChanges } from './settings-changes.ts';

export type AiSettingsService = ReturnType<typeof createAiSettings>;

/** What holds at a facility: of one that never set anything, that it is not enabled. */
export interface AiSettings {
  readonly facilityId: FacilityId;
  readonly enabled: boolean;
  readonly paused: { readonly at: number; readonly reason: string } | null;
  readonly spendLimit: SpendCap | null;
  /** Names the count towards a limit of `total`: another one after each reset. */
  readonly spendEpoch: number;
  readonly autoRecharge: { readonly thresholdCents: number; readonly amountCents: number } | null;
  readonly guardrails: readonly Guardrail[];
  readonly agentCaps: readonly AgentCap[];
}
export interface AiKey {
  readonly hash: string;
  readonly facilityId: FacilityId;
  readonly label: string;
  readonly hint: string;
  readonly limits: KeyLimits;
  readonly expiresAt: number | null;
  readonly disabled: boolean;
}

const settingsOf = (facilityId: FacilityId, row: AiFacilityTable | undefined): AiSettings => ({
  facilityId,
  enabled: row?.enabled_at != null,
  paused: row?.paused_at == null ? null : { at: row.paused_at, reason: row.pause_reason ?? '' },
  spendLimit:
    row?.spend_limit_cents == null || row.spend_reset === null
      ? null
      : { limitCents: row.spend_limit_cents, reset: row.spend_reset },
  spendEpoch: row?.spend_epoch ?? 0,
  autoRecharge:
    row?.recharge_threshold_cents == null || row.recharge_amount_cents === null
      ? null
      : { thresholdCents: row.recharge_threshold_cents, amountCents: row.recharge_amount_cents },
  guardrails: JSON.parse(row?.guardrails ?? '[]'),
  agentCaps: JSON.parse(row?.agent_caps ?? '[]'),
});
const keyOf = (row: AiKeyTable): AiKey => ({
  hash: row.hash,
  facilityId: row.facility_id,
  label: row.label,
  hint: row.hint,
  limits: JSON.parse(row.limits),
  expiresAt: row.expires_at,
  disabled: row.disabled === 1,
});

/** What facilities have set for their AI credit, and their keys: read anew by each request, so that a pause counts at once. */
export const createAiSettings = (deps: {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly random: RandomBytes;
}) => {
  const activity = createAiActivity(deps);
  const used = lastUsed(deps, (tx, hash, at) => aiSettingsRepo(tx).touchKey(hash, at));
  return {
    activity,
    changes: createSettingsChanges({ ...deps, activity }),
    keys: createAiKeys({ ...deps, activity }),

    of: async (tx: Tx, id: FacilityId): Promise<AiSettings> => settingsOf(id, await aiSettingsRepo(tx).facility(id)),

    /** Of those of them that have ever set anything, by facility. */
    ofMany: async (tx: Tx, ids: readonly FacilityId[]): Promise<ReadonlyMap<string, AiSettings>> =>
      new Map(
        (await aiSettingsRepo(tx).facilities(ids)).map((row) => [row.facility_id, settingsOf(row.facility_id, row)]),
      ),

    /** Facilities that are enabled and recharge by themselves, so many after one. */
    recharging: async (tx: Tx, after: string, limit: number): Promise<AiSettings[]> =>
      (await aiSettingsRepo(tx).enabledAfter(after, limit, 'recharging')).map((row) =>
        settingsOf(row.facility_id, row),
      ),
    /** All that are enabled. */
    enabledAfter: async (tx: Tx, after: string, limit: number): Promise<AiSettings[]> =>
      (await aiSettingsRepo(tx).enabledAfter(after, limit)).map((row) => settingsOf(row.facility_id, row)),

    keyByHash: async (tx: Tx, hash: string): Promise<AiKey | undefined> => {
      const row = await aiSettingsRepo(tx).key(hash);
      return row && keyOf(row);
    },

    /** Somebody was let in by a key. It is written down within ten seconds. */
    noteUsed: (hash: string): void => used.note(hash, deps.clock.wallMs()),
    close: used.close,
  };
};
