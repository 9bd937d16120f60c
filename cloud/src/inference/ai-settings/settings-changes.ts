import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { AiActivity } from './ai-activity.ts';
import { aiSettingsFault } from './ai-settings.faults.ts';
import { aiSettingsRepo } from './ai-settings.repo.ts';
import type { AiFacilityTable } from './ai-settings.tables.ts';
import type { AgentCap, Guardrail, KeyLimits, SpendCap } from './ai-shapes.ts';
import type { AutoRechargeChange, ConfigChange } from './settings-shapes.ts';

interface Deps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly activity: Pick<AiActivity, 'note'>;
}

const limitInWords = (cap: SpendCap | null): string =>
  cap === null
    ? 'no limit'
    : `${cap.limitCents} cents ${cap.reset === 'total' ? 'until it is reset' : `each ${cap.reset}`}`;
const counted = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;

/** What a part of the configuration changes, and what is said of it. */
interface Change {
  readonly kind: 'auto-recharge' | 'spend-limit' | 'guardrails' | 'agent-caps';
  readonly row: Partial<AiFacilityTable>;
  readonly what: string;
}

const rechargeChange = ({ enabled, thresholdCents, amountCents }: AutoRechargeChange): Change => {
  const [threshold, amount] = enabled ? [thresholdCents ?? null, amountCents ?? null] : [null, null];
  return {
    kind: 'auto-recharge',
    row: { recharge_threshold_cents: threshold, recharge_amount_cents: amount },
    what: enabled ? `${amount} cents at ${threshold} cents or less` : 'off',
  };
};

const agentCapsChange = (caps: readonly AgentCap[]): Change => {
  const devices = caps.map(({ deviceId }) => deviceId);
  const doubled = devices.findIndex((device, at) => devices.indexOf(device) !== at);
  if (doubled >= 0) throw wrongField(`body.agentCaps.${doubled}.deviceId`, 'doubled', 'has a cap already');
  return { kind: 'agent-caps', row: { agent_caps: JSON.stringify(caps) }, what: counted(caps.length, 'cap') };
};

/** Sets what holds for the AI credit of a facility: one after the other, since each has its row to itself. */
export const createSettingsChanges = ({ clock, random, activity }: Deps) => {
  const guardrailsOf = (row: AiFacilityTable): Guardrail[] => JSON.parse(row.guardrails);

  /** Ids are ours: one that is given is of a guardrail that is there. None goes that a key names. */
  const guardrailsChange = async (
    tx: Tx,
    row: AiFacilityTable,
    given: NonNullable<ConfigChange['guardrails']>,
  ): Promise<Change> => {
    const before = new Set(guardrailsOf(row).map(({ id }) => id));
    const kept = new Set<string>();
    const now = given.map(({ guardrailId: id, ...guardrail }, at): Guardrail => {
      if (id === undefined) return { id: randomId('grd', random) as Guardrail['id'], ...guardrail };
      const field = `body.guardrails.${at}.guardrailId`;
      if (!before.has(id)) throw wrongField(field, 'unknown', 'is no guardrail of this facility');
      if (kept.has(id)) throw wrongField(field, 'doubled', 'is there twice');
      kept.add(id);
      return { id, ...guardrail };
    });
    const gone = [...before].filter((id) => !kept.has(id));
    if (gone.length > 0)
      for (const { hint, limits } of await aiSettingsRepo(tx).keysOf(row.facility_id)) {
        const named = (JSON.parse(limits) as KeyLimits).guardrailIds.find((id) => gone.includes(id));
        if (named !== undefined)
          throw aiSettingsFault('guardrail_in_use', `The key ${hint} names the guardrail ${named}.`);
      }
    return { kind: 'guardrails', row: { guardrails: JSON.stringify(now) }, what: counted(now.length, 'guardrail') };
  };

  const changesOf = async (tx: Tx, row: AiFacilityTable, change: ConfigChange): Promise<Change[]> => {
    const { autoRecharge, spendLimit, guardrails, agentCaps } = change;
    return [
      ...(autoRecharge === undefined ? [] : [rechargeChange(autoRecharge)]),
      ...(spendLimit === undefined
        ? []
        : [
            {
              kind: 'spend-limit' as const,
              row: { spend_limit_cents: spendLimit?.limitCents ?? null, spend_reset: spendLimit?.reset ?? null },
              what: limitInWords(spendLimit),
            },
          ]),
      ...(guardrails === undefined ? [] : [await guardrailsChange(tx, row, guardrails)]),
      ...(agentCaps === undefined ? [] : [agentCapsChange(agentCaps)]),
    ];
  };
  /** Only what differs is written, and noted. */
  const isNew = (row: AiFacilityTable, { row: to }: Change): boolean =>
    Object.entries(to).some(([column, value]) => row[column as keyof AiFacilityTable] !== value);

  const write = (tx: Tx, id: FacilityId, row: Partial<AiFacilityTable>, by: string) =>
    aiSettingsRepo(tx).change(id, { ...row, changed_at: clock.wallMs(), changed_by: by });

  return {
    /** Whether it was not so before. */
    enable: async (tx: Tx, id: FacilityId, by: string): Promise<boolean> => {
      const row = await aiSettingsRepo(tx).hold(id);
      if (row.enabled_at !== null) return false;
      await write(tx, id, { enabled_at: clock.wallMs(), enabled_by: by }, by);
      await activity.note(tx, id, { kind: 'enabled', what: 'enabled', by });
      return true;
    },

    /** What is left out stays. Throws what names the field. */
    change: async (tx: Tx, id: FacilityId, change: ConfigChange, by: string): Promise<void> => {
      const row = await aiSettingsRepo(tx).hold(id);
      const changes = (await changesOf(tx, row, change)).filter((one) => isNew(row, one));
      if (changes.length === 0) return;
      await write(tx, id, Object.assign({}, ...changes.map((one) => one.row)), by);
      for (const { kind, what } of changes) await activity.note(tx, id, { kind, what, by });
    },

    /** What counts towards a limit of `total` begins anew. Resolves with how often it has by now. */
    resetTotal: async (tx: Tx, id: FacilityId, by: string): Promise<number> => {
      const { spend_epoch } = await aiSettingsRepo(tx).hold(id);
      const epoch = Number(spend_epoch) + 1;
      await write(tx, id, { spend_epoch: epoch }, by);
      await activity.note(tx, id, { kind: 'spend-reset', what: 'what counts towards the total begins anew', by });
      return epoch;
    },

    /** The gate answers 402 from its next request on, or no more. Whether it was not so before. */
    pause: async (
      tx: Tx,
      id: FacilityId,
      { paused, reason, by }: { readonly paused: boolean; readonly reason: string | null; readonly by: string },
    ): Promise<boolean> => {
      const row = await aiSettingsRepo(tx).hold(id);
      if (paused === (row.paused_at !== null) && (!paused || row.pause_reason === reason)) return false;
      const to = paused
        ? { paused_at: row.paused_at ?? clock.wallMs(), paused_by: by, pause_reason: reason }
        : NOT_PAUSED;
      await write(tx, id, to, by);
      await activity.note(tx, id, {
        ...(paused ? { kind: 'paused', what: reason ?? 'paused' } : { kind: 'resumed', what: 'resumed' }),
        by,
      });
      return true;
    },
  };
};
export type SettingsChanges = ReturnType<typeof createSettingsChanges>;

const NOT_PAUSED = { paused_at: null, paused_by: null, pause_reason: null };
