import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type OutagePass, signPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { CODE_STEP_S } from '@gatehouse/shared/pass/pass-code.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { importPrivateKey, importPublicKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { createPassCheck, type PassAsk, type PassGround, type PassHolder } from './pass-check.ts';
import { type PassUses, passUses } from './pass-uses.ts';

const NOW_S = 1_800_000_000;
const FACILITY = FacilityId.parse('fac_0123456789abcdef');
const issuer = newDeviceKey();
const key = { kid: 'p1', privateKey: importPrivateKey(issuer.privateKeyPem) };
const phone = aPhone();
const PASS: OutagePass = {
  v: 1,
  is: 'outage-pass',
  passId: 'pass_0123456789abcdef',
  facilityId: FACILITY,
  member: 'A'.repeat(22),
  doors: [0, 2],
  phone: phone.key,
  fromS: NOW_S,
  untilS: NOW_S + 3_600,
  uses: 2,
};
const shown = (atS: number, fields: Partial<OutagePass> = {}, by = phone) =>
  by.show(signPass({ ...PASS, ...fields }, key), fields.passId ?? PASS.passId, atS);
const at = (atS: number, fields: Partial<PassAsk> = {}): PassAsk => ({
  doorIndex: 0,
  fromS: atS,
  toS: atS,
  clock: 'trusted',
  snapshotAgeS: 0,
  door: { lockdown: false, maintenance: 'off' },
  ...fields,
});

describe('an outage pass at a door', () => {
  let path: string;
  let uses: PassUses;
  let ground: { -readonly [K in keyof PassGround]: PassGround[K] };
  let holder: PassHolder | undefined;
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'gatehouse-pass-')), 'box.db');
    const store = openBoxStore(path, { nowMs: 0, log: silentLog });
    onTestFinished(() => store.close());
    uses = passUses(store);
    holder = undefined;
    ground = {
      facilityId: FACILITY,
      keyFor: (kid) => (kid === 'p1' ? importPublicKey(issuer.publicKey) : undefined),
      isRevoked: () => false,
      policy: { uncertainClock: 'interval', staleAfterS: 900, expiredAfterS: 2_592_000 },
      findMember: (hash) => (hash === PASS.member ? holder : undefined),
    };
  });
  const check = (text: string, ask: PassAsk) => createPassCheck({ ground: () => ground, uses })(text, ask);
  const reasonOf = (text: string, ask: PassAsk) => {
    const verdict = check(text, ask);
    return verdict.granted ? 'granted' : verdict.reason;
  };

  it('lets in somebody whom the box has never heard of', () =>
    expect(check(shown(NOW_S + 60), at(NOW_S + 60))).toEqual({
      granted: true,
      passId: PASS.passId,
      person: null,
      clock: 'trusted',
      stale: false,
    }));

  it('of two that show the same code, one gets in', () => {
    const code = shown(NOW_S + 60);
    expect([reasonOf(code, at(NOW_S + 60)), reasonOf(code, at(NOW_S + 60))]).toEqual(['granted', 'pass_code_old']);
  });

  it('counts no code that is older than one shown before, also after a restart', () => {
    const [first, second] = [shown(NOW_S + 60), shown(NOW_S + 60 + CODE_STEP_S)];
    expect(reasonOf(second, at(NOW_S + 75))).toBe('granted');
    expect(reasonOf(first, at(NOW_S + 75))).toBe('pass_code_old');
    const again = openBoxStore(path, { nowMs: 0, log: silentLog });
    onTestFinished(() => again.close());
    uses = passUses(again);
    expect(reasonOf(second, at(NOW_S + 76))).toBe('pass_code_old');
  });

  it('opens as often as it may, at this box', () => {
    const tries = [60, 120, 180].map((later) => reasonOf(shown(NOW_S + later), at(NOW_S + later)));
    expect(tries).toEqual(['granted', 'granted', 'pass_used_up']);
    expect(reasonOf(shown(NOW_S + 200, { passId: 'pass_1111111111111111' }), at(NOW_S + 200))).toBe('granted');
  });

  it('a code that was refused for another reason is used up, and the pass is not', () => {
    holder = { person: 7, denyReason: 'access_blocked' };
    const code = shown(NOW_S + 60);
    expect(reasonOf(code, at(NOW_S + 60))).toBe('access_blocked');
    holder = { person: 7, denyReason: undefined };
    expect(reasonOf(code, at(NOW_S + 61))).toBe('pass_code_old');
    for (const later of [80, 100]) expect(reasonOf(shown(NOW_S + later), at(NOW_S + later))).toBe('granted');
  });

  it.each(['banned', 'member_disabled', 'access_blocked'] as const)(
    'never over a box that knows the member as %s',
    (denyReason) => {
      holder = { person: 7, denyReason };
      expect(check(shown(NOW_S), at(NOW_S))).toMatchObject({
        granted: false,
        reason: denyReason,
        person: 7,
        passId: PASS.passId,
      });
    },
  );

  it.each([
    ['nonsense', () => 'GH1~x', {}, 'pass_unreadable'],
    [
      'another signer’s',
      () => phone.show(signPass(PASS, { ...key, kid: 'p9' }), PASS.passId, NOW_S),
      {},
      'pass_unreadable',
    ],
    [
      'another facility’s',
      () => shown(NOW_S, { facilityId: FacilityId.parse('fac_zzzzzzzzzzzzzzzz') }),
      {},
      'pass_elsewhere',
    ],
    ['another door’s', () => shown(NOW_S), { doorIndex: 1 }, 'pass_elsewhere'],
    ['early', () => shown(NOW_S - 1), { fromS: NOW_S - 1, toS: NOW_S - 1 }, 'pass_not_yet'],
    ['late', () => shown(NOW_S + 3_600), { fromS: NOW_S + 3_600, toS: NOW_S + 3_600 }, 'pass_expired'],
    ['a picture of one', () => shown(NOW_S), { fromS: NOW_S + 60, toS: NOW_S + 60 }, 'pass_code_old'],
    ['on a stranger’s phone', () => shown(NOW_S, {}, aPhone()), {}, 'pass_code_old'],
    ['at a locked-down door', () => shown(NOW_S), { door: { lockdown: true, maintenance: 'off' } }, 'lockdown'],
    [
      'at a closed door',
      () => shown(NOW_S),
      { door: { lockdown: false, maintenance: 'force-closed' } },
      'maintenance_force_closed',
    ],
    ['at a box that the cloud has forgotten', () => shown(NOW_S), { snapshotAgeS: 2_592_001 }, 'snapshot_too_old'],
    ['at no time at all', () => shown(NOW_S), { fromS: Number.NaN, toS: Number.NaN }, 'pass_not_yet'],
  ] as [string, () => string, Partial<PassAsk>, string][])(
    'a pass that is %s opens nothing',
    (_what, text, ask, reason) => expect(reasonOf(text(), at(NOW_S, ask))).toBe(reason),
  );

  it('opens nothing once it was taken back, or before the box knows its facility', () => {
    ground.isRevoked = (passId) => passId === PASS.passId;
    expect(reasonOf(shown(NOW_S), at(NOW_S))).toBe('pass_revoked');
    const blank = createPassCheck({ ground: () => undefined, uses });
    expect(blank(shown(NOW_S), at(NOW_S))).toMatchObject({ reason: 'pass_unreadable' });
  });

  it.each([
    ['interval', 60, 600, 'uncertain'],
    ['interval', -60, 600, 'pass_not_yet'],
    ['interval', 60, 3_600, 'pass_expired'],
    ['interval', -7_200, -60, 'pass_not_yet'],
    ['interval', 3_600, 7_200, 'pass_expired'],
    ['lenient', -60, 7_200, 'lenient'],
    ['lenient', 60, 600, 'uncertain'],
    ['lenient', 3_600, 7_200, 'pass_expired'],
    ['strict', 60, 600, 'clock_untrusted'],
  ] as const)('by a policy of %s, where it is %i to %i s into it: %s', (uncertainClock, fromS, toS, expected) => {
    ground.policy = { ...ground.policy, uncertainClock };
    const verdict = check(shown(NOW_S + 300), at(0, { fromS: NOW_S + fromS, toS: NOW_S + toS, clock: 'uncertain' }));
    expect(verdict.granted ? verdict.clock : verdict.reason).toBe(expected);
  });

  it('opens nothing while the box cannot write down that it was used', () => {
    const broken = createPassCheck({
      ground: () => ground,
      uses: {
        ...uses,
        keep: () => 'refused',
      },
    });
    expect(broken(shown(NOW_S), at(NOW_S))).toMatchObject({ granted: false, reason: 'pass_not_kept' });
  });

  it('no text, door or moment makes the check fail, and none opens without pass, phone and time', () => {
    const moment = fc.oneof(fc.integer({ min: NOW_S - 100, max: NOW_S + 4_000 }), fc.double());
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 900 }), fc.constant(shown(NOW_S + 30))),
        fc.oneof(fc.integer({ min: -2, max: 4 }), fc.double()),
        fc.tuple(moment, moment),
        fc.constantFrom<PassAsk['clock']>('trusted', 'uncertain'),
        (text, doorIndex, [fromS, toS], clock) => {
          const verdict = check(text, at(0, { doorIndex, fromS, toS, clock }));
          if (!verdict.granted) return;
          expect([0, 2]).toContain(doorIndex);
          expect(fromS).toBeGreaterThanOrEqual(PASS.fromS);
          expect(toS).toBeLessThan(PASS.untilS);
          expect(toS).toBeGreaterThanOrEqual(fromS);
        },
      ),
    );
  });

  it('is forgotten once it is over, when the next one comes', () => {
    check(shown(NOW_S), at(NOW_S));
    const later = NOW_S + 7_200;
    const next = { passId: 'pass_1111111111111111', fromS: later, untilS: later + 60 };
    expect(reasonOf(shown(later, next), at(later))).toBe('granted');
    expect(uses.find(PASS.passId)).toBeUndefined();
    expect(uses.find(next.passId)).toMatchObject({ used: 1 });
  });
});
