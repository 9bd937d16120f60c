import { createHash } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../kit/db/tables.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { World } from '../../../testing/world.ts';

let keys = 0;
/** A key of a facility, as if somebody had made it, and its text. */
export const aKey = async (
  db: Pick<Database, 'write'>,
  facilityId: FacilityId,
  { limits = {}, ...more }: Partial<Omit<Insertable<Tables['ai_key']>, 'limits'>> & { limits?: object } = {},
) => {
  keys += 1;
  const text = `sk-gh-v1-${String(keys).padStart(43, 'k')}`;
  const hash = createHash('sha256').update(text).digest('hex');
  const none = {
    spendCap: null,
    allowedModels: null,
    guardrailIds: [],
    contentFilters: [],
    rpmLimit: null,
    tpmLimit: null,
  };
  const row = {
    hash,
    facility_id: facilityId,
    label: 'Test',
    hint: text.slice(0, 12),
    limits: JSON.stringify({ ...none, ...limits }),
    expires_at: null,
    disabled: 0 as const,
    made_by: 'usr_test',
    made_at: 0,
    changed_at: 0,
    last_used_at: null,
    deleted_at: null,
    ...more,
  };
  await db.write((tx) => tx.insertInto('ai_key').values(row).execute());
  return { text, hash, headers: { authorization: `Bearer ${text}` } };
};

/** What a facility has set, as if somebody had. */
export const setFacility = (
  db: Pick<Database, 'write'>,
  facilityId: FacilityId,
  set: Partial<Insertable<Tables['ai_facility']>> = {},
) => {
  const row = {
    facility_id: facilityId,
    enabled_at: 1,
    enabled_by: 'usr_test',
    paused_at: null,
    paused_by: null,
    pause_reason: null,
    spend_limit_cents: null,
    spend_reset: null,
    spend_epoch: 0,
    recharge_threshold_cents: null,
    recharge_amount_cents: null,
    guardrails: '[]',
    agent_caps: '[]',
    changed_at: 0,
    changed_by: 'usr_test',
    ...set,
  };
  return db.write((tx) =>
    tx
      .insertInto('ai_facility')
      .values(row)
      .onConflict((on) => on.column('facility_id').doUpdateSet(row))
      .execute(),
  );
};

/** Gives a facility credit. */
export const giveCredit = ({ db, ledger }: Pick<World, 'db' | 'ledger'>, facilityId: FacilityId, micros: number) => {
  const owner = `facility#${facilityId}` as const;
  return db.write((tx) =>
    ledger.post(tx, {
      key: `test:${Buffer.from(systemRandom(8)).toString('hex')}`,
      kind: 'grant',
      debit: { owner, account: 'grants' },
      credit: { owner, account: 'ai-credit' },
      currency: ledger.currency,
      micros,
      about: 'test',
      by: 'system:test',
    }),
  );
};
