import { createHash } from 'node:crypto';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { atFacility, fieldOf } from './testing/at-facility.ts';

const HASH = /^[0-9a-f]{64}$/;

describe.each(ENGINES)('what is set for AI credit on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  const { on, send: ask, router } = atFacility(open, clock);
  const admin = (act: string, body: object) => router('POST', `/${act}`, body);
  const config = (body: object) => ask('PATCH', '/config', body);
  const settings = () => on.api.world.db.read((tx) => on.api.world.aiSettings.of(tx, on.clubID));

  it('is enabled once, by who owns it', async () => {
    expect((await ask('POST', '/enable')).json).toEqual({ enabled: true, changed: true });
    expect((await ask('POST', '/enable')).json).toEqual({ enabled: true, changed: false });
    expect((await ask('GET', '/activity')).json.data).toMatchObject([
      { kind: 'enabled', by: { kind: 'user', id: on.api.callers.orgAdmin.user.id } },
    ]);
  });

  it('[R105] recharges by itself only with a threshold and an amount, and off clears both', async () => {
    for (const missing of ['thresholdCents', 'amountCents']) {
      const whole = { enabled: true, thresholdCents: 1_000, amountCents: 5_000 };
      const autoRecharge = { ...whole, [missing]: undefined };
      expect(fieldOf(await config({ autoRecharge }))).toBe(`body.autoRecharge.${missing}`);
      expect(fieldOf(await admin('auto-recharge', autoRecharge))).toBe(`body.${missing}`);
    }
    expect((await settings()).autoRecharge).toBeNull();
    const set = { enabled: true, thresholdCents: 1_000, amountCents: 5_000 };
    expect((await config({ autoRecharge: set })).json.autoRecharge).toEqual(set);
    expect((await config({ spendLimit: { limitCents: 1, reset: 'day' } })).json.autoRecharge).toEqual(set);
    const off = { enabled: false, thresholdCents: null, amountCents: null };
    expect((await admin('auto-recharge', { ...set, enabled: false })).json).toEqual(off);
    expect((await admin('auto-recharge', set)).json).toEqual(set);
    expect((await config({ autoRecharge: { enabled: false } })).json.autoRecharge).toEqual(off);
  });

  it('has guardrails with ids of ours, which stay those that are named', async () => {
    const guardrail = {
      ...{ name: 'Small', everywhere: true, allowedModels: ['one'], maxOutputTokens: 10, spendCap: null },
      contentFilters: [{ kind: 'pattern', pattern: 'gold\\s+card', on: 'both', action: 'block' }],
    };
    const { guardrails } = (await config({ guardrails: [guardrail, { ...guardrail, name: 'Other' }] })).json;
    expect(guardrails.map(({ name }: { name: string }) => name)).toEqual(['Small', 'Other']);
    const [{ guardrailId }] = guardrails;
    const kept = (await config({ guardrails: [{ ...guardrail, guardrailId, name: 'Renamed' }] })).json.guardrails;
    expect(kept).toEqual([{ ...guardrail, guardrailId, name: 'Renamed' }]);
    expect((await ask('GET', '/guardrails')).json.data).toEqual(kept);

    const foreign = { ...guardrail, guardrailId: 'grd_0000000000000000' };
    expect(fieldOf(await config({ guardrails: [foreign] }))).toBe('body.guardrails.0.guardrailId');
    const twice = { ...guardrail, guardrailId };
    expect(fieldOf(await config({ guardrails: [twice, twice] }))).toBe('body.guardrails.1.guardrailId');
    expect((await config({ guardrails: Array(21).fill(guardrail) })).status).toBe(400);
  });

  it('takes no pattern that could take longer than its text is long', async () => {
    const filters = (...contentFilters: object[]) =>
      ask('POST', '/keys', {
        label: 'Chat',
        contentFilters: contentFilters.map((one) => ({ on: 'input', action: 'block', ...one })),
      });
    for (const pattern of ['(a', '(?=a)b', '(a)\\1', 'a{2000}'])
      expect(fieldOf(await filters({ kind: 'pattern', pattern }))).toBe('body.contentFilters.0.pattern');
    expect(fieldOf(await filters({ kind: 'email' }, { kind: 'pattern' }))).toBe('body.contentFilters.1.pattern');
    expect(fieldOf(await filters({ kind: 'email', pattern: 'a' }))).toBe('body.contentFilters.0.pattern');
    expect((await filters({ kind: 'pattern', pattern: '(a+)+$' })).status).toBe(201);
  });

  it('[R150] has keys with caps, models, guardrails, filters and rates, whose text is shown once', async () => {
    const guardrail = { name: 'Any', everywhere: false, allowedModels: null, maxOutputTokens: null, spendCap: null };
    const made = await config({ guardrails: [{ ...guardrail, contentFilters: [] }] });
    const { guardrailId } = made.json.guardrails[0];
    const limits = {
      spendCap: { limitCents: 2_000, reset: 'week' },
      allowedModels: ['one', 'two'],
      guardrailIds: [guardrailId],
      contentFilters: [{ kind: 'iban', on: 'both', action: 'redact' }],
      rpmLimit: 60,
      tpmLimit: 10_000,
    };
    const key = (await ask('POST', '/keys', { label: 'Chat', ...limits })).json;
    expect(key).toMatchObject({ label: 'Chat', ...limits, disabled: false, expiresAt: null, lastUsedAt: null });
    expect(key.key).toMatch(/^sk-gh-v1-[0-9A-Za-z]{43}$/);
    expect(key.keyHash).toBe(createHash('sha256').update(key.key).digest('hex'));
    expect(key.key.startsWith(key.hint.slice(0, -1))).toBe(true);

    const { data } = (await ask('GET', '/keys')).json;
    const { key: text, ...shown } = key;
    expect(data).toEqual([shown]);
    const stored = await on.api.world.db.read((tx) => tx.selectFrom('ai_key').selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(text);
    expect(await on.api.world.db.read((tx) => on.api.world.aiSettings.keyByHash(tx, key.keyHash))).toMatchObject({
      facilityId: on.clubID,
      limits,
    });

    const changed = await ask('PATCH', `/keys/${key.keyHash}`, { rpmLimit: null, disabled: true });
    expect(changed.json).toMatchObject({ ...limits, rpmLimit: null, disabled: true, label: 'Chat' });
    expect((await config({ guardrails: [] })).json).toMatchObject({ error: 'guardrail_in_use' });
    expect((await ask('PATCH', `/keys/${key.keyHash}`, { guardrailIds: [] })).status).toBe(200);
    expect((await config({ guardrails: [] })).json.guardrails).toEqual([]);
    expect(fieldOf(await ask('PATCH', `/keys/${key.keyHash}`, { guardrailIds: [guardrailId] }))).toBe(
      'body.guardrailIds.0',
    );

    expect((await ask('DELETE', `/keys/${key.keyHash}`)).status).toBe(200);
    expect((await ask('DELETE', `/keys/${key.keyHash}`)).json.error).toBe('ai_key_unknown');
    expect(await on.api.world.db.read((tx) => on.api.world.aiSettings.keyByHash(tx, key.keyHash))).toBeUndefined();
    const kinds = (await ask('GET', '/activity')).json.data.map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['key-deleted', 'guardrails', 'key-changed']);
  });

  it('refuses a key that has expired before it is made, and one more than there may be', async () => {
    const past = new Date(clock.wallMs()).toISOString();
    expect(fieldOf(await ask('POST', '/keys', { label: 'Chat', expiresAt: past }))).toBe('body.expiresAt');
    const soon = new Date(clock.wallMs() + Days(1)).toISOString();
    const key = (await ask('POST', '/keys', { label: 'Chat', expiresAt: soon })).json;
    expect([key.expiresAt, HASH.test(key.keyHash)]).toEqual([soon, true]);
    await on.api.world.db.write((tx) =>
      tx
        .insertInto('ai_key')
        .values(
          Array.from({ length: 199 }, (_, at) => ({
            ...{
              hash: `${on.clubID}${at}`,
              facility_id: on.clubID,
              label: 'Full',
              hint: '',
              limits: '{"guardrailIds":[]}',
            },
            ...{ expires_at: null, disabled: 0 as const, made_by: 'test', made_at: 0, changed_at: 0 },
            ...{ last_used_at: null, deleted_at: null },
          })),
        )
        .execute(),
    );
    expect((await ask('POST', '/keys', { label: 'Chat' })).json.error).toBe('ai_keys_full');
  });

  it('remembers what the spend limit was, and begins its total anew', async () => {
    await config({ spendLimit: { limitCents: 500, reset: 'total' } });
    expect((await ask('POST', '/spend-limit/reset-total')).json).toEqual({ resets: 1 });
    await config({ spendLimit: null, agentCaps: [{ deviceId: 'a', capCents: 1, reset: 'day' }] });
    expect((await settings()).spendEpoch).toBe(1);
    const history = (await ask('GET', '/spend-limit/history?limit=2')).json;
    expect(history.data.map(({ what }: { what: string }) => what)).toEqual([
      'no limit',
      'what counts towards the total begins anew',
    ]);
    const rest = (await ask('GET', `/spend-limit/history?after=${history.next}`)).json;
    expect(rest).toMatchObject({ data: [{ what: '500 cents until it is reset' }], next: null });
    const doubled = [1, 2].map((capCents) => ({ deviceId: 'a', capCents, reset: 'day' }));
    expect(fieldOf(await config({ agentCaps: doubled }))).toBe('body.agentCaps.1.deviceId');
  });

  it('notes nothing of what is set to what it was', async () => {
    await config({ spendLimit: { limitCents: 500, reset: 'day' } });
    await config({ spendLimit: { limitCents: 500, reset: 'day' } });
    expect((await ask('GET', '/activity')).json.data).toHaveLength(1);
  });

  it('[R104] is paused and resumed by operators, from the next look on', async () => {
    const paused = await admin('pause', { inferencePaused: true, reason: 'A key was found' });
    expect(paused.json).toEqual({ inferencePaused: true, reason: 'A key was found', changed: true });
    expect((await settings()).paused).toEqual({ at: clock.wallMs(), reason: 'A key was found' });
    expect((await admin('pause', { inferencePaused: true, reason: 'A key was found' })).json.changed).toBe(false);
    expect((await admin('pause', { inferencePaused: false })).json).toMatchObject({
      inferencePaused: false,
      reason: null,
    });
    expect((await settings()).paused).toBeNull();
    expect((await admin('pause', {})).status).toBe(400);
  });
});
