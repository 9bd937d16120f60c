import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { hashKeyText, newSecretText } from '../../kit/secrets/key-text.ts';
import type { AiActivity } from './ai-activity.ts';
import { aiSettingsFault } from './ai-settings.faults.ts';
import { aiSettingsRepo } from './ai-settings.repo.ts';
import type { AiKeyTable } from './ai-settings.tables.ts';
import type { Guardrail, KeyLimits } from './ai-shapes.ts';
import type { AiKeyChange, NewAiKey } from './settings-shapes.ts';

const KIND = 'sk-gh-v1-';
const KEYS_MAX = 200;
/** Of the secret: enough to tell keys apart, and not enough to use one. */
const HINTED = 4;

const momentOrNull = (at: number | null): number | null => (at === null ? null : Number(at));
const viewOf = (row: AiKeyTable) => ({
  keyHash: row.hash,
  label: row.label,
  hint: row.hint,
  ...(JSON.parse(row.limits) as KeyLimits),
  expiresAt: isoOrNull(momentOrNull(row.expires_at)),
  disabled: Number(row.disabled) === 1,
  madeBy: row.made_by,
  madeAt: isoOf(Number(row.made_at)),
  changedAt: isoOf(Number(row.changed_at)),
  lastUsedAt: isoOrNull(momentOrNull(row.last_used_at)),
});
const unknown = () => aiSettingsFault('ai_key_unknown', 'There is no such key at this facility.');

/** Keys for the gate: a secret that is shown once, and what it may be used for. Each request reads its key anew. */
export const createAiKeys = ({
  clock,
  random,
  activity,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly activity: Pick<AiActivity, 'note'>;
}) => {
  /** The facility's row is held meanwhile: no guardrail goes that a key is about to name, and keys are counted exactly. */
  const requireGuardrails = async (tx: Tx, id: FacilityId, named: readonly string[] | undefined): Promise<void> => {
    const { guardrails } = await aiSettingsRepo(tx).hold(id);
    const known = new Set((JSON.parse(guardrails) as Guardrail[]).map((one) => one.id as string));
    const at = (named ?? []).findIndex((one) => !known.has(one));
    if (at >= 0) throw wrongField(`body.guardrailIds.${at}`, 'unknown', 'is no guardrail of this facility');
  };
  const expiryOf = (expiresAt: string | null): number | null => {
    if (expiresAt === null) return null;
    const at = Date.parse(expiresAt);
    if (at <= clock.wallMs()) throw wrongField('body.expiresAt', 'past', 'must be in the future');
    return at;
  };

  return {
    list: async (tx: Tx, id: FacilityId) => (await aiSettingsRepo(tx).keysOf(id)).map(viewOf),

    /** Its text is in the answer and nowhere else. */
    make: async (tx: Tx, id: FacilityId, { label, expiresAt, disabled, ...limits }: NewAiKey, by: string) => {
      await requireGuardrails(tx, id, limits.guardrailIds);
      if ((await aiSettingsRepo(tx).countKeys(id)) >= KEYS_MAX)
        throw aiSettingsFault('ai_keys_full', 'There are 200 keys already.');
      const secret = newSecretText(random);
      const text = `${KIND}${secret}`;
      const now = clock.wallMs();
      const row: AiKeyTable = {
        ...{ hash: hashKeyText(text), facility_id: id, label, hint: `${KIND}${secret.slice(0, HINTED)}…` },
        ...{ limits: JSON.stringify(limits), expires_at: expiryOf(expiresAt), disabled: disabled ? 1 : 0 },
        ...{ made_by: by, made_at: now, changed_at: now, last_used_at: null, deleted_at: null },
      };
      await aiSettingsRepo(tx).addKey(row);
      await activity.note(tx, id, { kind: 'key-made', what: row.hint, by });
      return { ...viewOf(row), key: text };
    },

    /** What is left out stays. Throws `ai_key_unknown`. */
    change: async (
      tx: Tx,
      id: FacilityId,
      { keyHash, change, by }: { readonly keyHash: string; readonly change: AiKeyChange; readonly by: string },
    ) => {
      const { label, expiresAt, disabled, ...given } = change;
      await requireGuardrails(tx, id, given.guardrailIds);
      const before = await aiSettingsRepo(tx).key(keyHash);
      if (before?.facility_id !== id) throw unknown();
      const limits = { ...(JSON.parse(before.limits) as KeyLimits), ...given };
      const changed = await aiSettingsRepo(tx).changeKey(id, keyHash, {
        limits: JSON.stringify(limits),
        changed_at: clock.wallMs(),
        ...(label !== undefined && { label }),
        ...(expiresAt !== undefined && { expires_at: expiryOf(expiresAt) }),
        ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
      });
      if (changed === undefined) throw unknown();
      await activity.note(tx, id, { kind: 'key-changed', what: changed.hint, by });
      return viewOf(changed);
    },

    /** The gate knows it no more. Throws `ai_key_unknown`. */
    remove: async (tx: Tx, id: FacilityId, keyHash: string, by: string): Promise<void> => {
      const removed = await aiSettingsRepo(tx).changeKey(id, keyHash, { deleted_at: clock.wallMs() });
      if (removed === undefined) throw unknown();
      await activity.note(tx, id, { kind: 'key-deleted', what: removed.hint, by });
    },
  };
};
