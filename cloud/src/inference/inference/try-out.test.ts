import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { everything } from '../../testing/everything.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import type { ContentFilter, Guardrail } from '../ai-settings/ai-settings.module.ts';
import { applyFilters } from './apply-filters.ts';
import { findFiltered, prepareFilters } from './find-filtered.ts';
import { aKey, setFacility } from './testing/stored.ts';
import { tryOut } from './try-out.ts';

const filter = (
  kind: ContentFilter['kind'],
  action: ContentFilter['action'],
  on: ContentFilter['on'] = 'both',
  pattern?: string,
): ContentFilter => ({ kind, action, on, ...(pattern !== undefined && { pattern }) });
const guardrail = (at: number, everywhere: boolean, contentFilters: readonly ContentFilter[]): Guardrail => ({
  ...{ id: `grd_${String(at).padStart(16, '0')}` as Guardrail['id'], name: `Rule ${at}`, everywhere },
  ...{ allowedModels: null, maxOutputTokens: null, spendCap: null, contentFilters: [...contentFilters] },
});
const MARK = 'ada.marker@example.com';

describe.each(ENGINES)('a text that is tried on filters on $name', ({ open }) => {
  let api: PlatformApi;
  let mine: Awaited<ReturnType<typeof aKey>>;
  let foreign: Awaited<ReturnType<typeof aKey>>;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock());
    const { db, facilityId } = api.world;
    const guardrails = [
      guardrail(1, true, [filter('email', 'redact', 'input')]),
      guardrail(2, false, [filter('card', 'block'), filter('pattern', 'flag', 'both', '(?i)secret')]),
    ];
    await setFacility(db, facilityId, { guardrails: JSON.stringify(guardrails) });
    const limits = { guardrailIds: [guardrails[1]?.id], contentFilters: [filter('email', 'flag', 'output')] };
    mine = await aKey(db, facilityId, { limits });
    foreign = await aKey(db, api.otherFacilityId);
  });
  afterAll(() => api.close());
  const ask = async (body: object, caller: keyof PlatformApi['callers'] = 'manager') => {
    await api.moveOn();
    const path = `/api/clubs/${api.world.facilityId}/ai-credits/guardrails/try`;
    const { status, json } = await api.send({ method: 'POST', path, headers: api.callers[caller].headers, body });
    // biome-ignore lint/suspicious/noExplicitAny: read by each test
    return { status, json: json as any };
  };

  it('says what would go on of it, and by whose filter', async () => {
    expect(await ask({ text: `To ${MARK} and ${MARK}` })).toEqual({
      status: 200,
      json: {
        ...{ outcome: 'redacted', text: 'To [email] and [email]' },
        found: [
          {
            ...{ guardrailId: 'grd_0000000000000001', guardrail: 'Rule 1', kind: 'email', pattern: null },
            ...{ action: 'redact', times: 2 },
          },
        ],
      },
    });
    expect((await ask({ text: `To ${MARK}`, on: 'output' })).json).toEqual({
      ...{ outcome: 'clean', text: `To ${MARK}`, found: [] },
    });
  });

  it('is looked at as if a key had asked, by what it names and what it has itself', async () => {
    const flagged = await ask({ text: `The Secret of ${MARK}`, on: 'output', keyHash: mine.hash });
    expect(flagged.json).toMatchObject({ outcome: 'flagged', text: `The Secret of ${MARK}` });
    expect(flagged.json.found).toMatchObject([
      { guardrailId: null, guardrail: null, kind: 'email', action: 'flag' },
      { guardrail: 'Rule 2', kind: 'pattern', pattern: '(?i)secret', action: 'flag', times: 1 },
    ]);
    const blocked = await ask({ text: `4242 4242 4242 4242 of ${MARK}`, keyHash: mine.hash });
    expect(blocked.json).toMatchObject({ outcome: 'blocked', text: null });
    expect(blocked.json.found.map(({ action }: { action: string }) => action)).toEqual(['redact', 'block']);
  });

  it('is of no key elsewhere, and for whoever manages the facility', async () => {
    for (const keyHash of [foreign.hash, '0'.repeat(64)])
      expect(await ask({ text: 'hi', keyHash })).toMatchObject({ status: 404, json: { error: 'ai_key_unknown' } });
    expect((await ask({ text: 'hi' }, 'staff')).status).toBe(403);
    expect((await ask({ text: '' })).status).toBe(400);
    expect((await ask({ text: 'x'.repeat(4_001) })).status).toBe(400);
  });

  it('costs nothing, and is kept nowhere, whatever key it is sent with', async () => {
    await ask({ text: `To ${MARK}`, keyHash: mine.hash });
    const { requests, rollups } = await api.world.db.read(async (tx) => ({
      requests: await tx.selectFrom('ai_request').selectAll().execute(),
      rollups: await tx.selectFrom('ai_rollup').selectAll().execute(),
    }));
    expect([requests, rollups]).toEqual([[], []]);
    const audited = JSON.stringify(await api.audited());
    expect(audited).toContain('ai-credits.guardrails-tried');
    for (const kept of [audited, await everything(api.world.db)]) expect(kept).not.toContain('marker');
  });
});

describe('what is said of a text that is tried', () => {
  const kinds = fc.constantFrom(filter('email', 'redact'), filter('email', 'flag'), filter('email', 'block'));
  const more = fc.constantFrom(filter('pattern', 'redact', 'input', 'b+'), filter('pattern', 'block', 'output', 'cc'));
  const words = fc.array(fc.constantFrom('a@b.cc', 'bbb', 'cc', ' ', 'ada@example.com', '4242 4242 4242 4242'));
  it('is what the gate does with it', async () => {
    const find = async (texts: readonly string[], filters: readonly ContentFilter[]) => {
      await prepareFilters(filters);
      return texts.map((text) => findFiltered(text, filters));
    };
    await fc.assert(
      fc.asyncProperty(words, fc.array(fc.oneof(kinds, more), { maxLength: 4 }), async (parts, filters) => {
        const text = parts.join('');
        const settings = { guardrails: [guardrail(1, true, filters)] } as never;
        const tried = await tryOut({ find }, { settings, key: undefined }, { text, on: 'input' });
        let passed = text;
        const put = (now: string): void => {
          passed = now;
        };
        const asked = filters.filter(({ on }) => on !== 'output');
        const { blockedBy, flagged } = await applyFilters({ find }, [{ text, put }], asked);
        const outcome = passed !== text ? 'redacted' : flagged ? 'flagged' : 'clean';
        const said = blockedBy !== undefined ? { outcome: 'blocked', text: null } : { outcome, text: passed };
        expect(tried).toMatchObject(said);
      }),
    );
  });
});
