import { join } from 'node:path';
import { DEFAULT_POLICY } from '@gatehouse/shared/access/facility-facts.ts';
import { type OutagePass, signPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { CODE_STEP_S } from '@gatehouse/shared/pass/pass-code.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ABox, aBoxWith, MONDAY_NOON, type Running, startBox } from './access.kit.ts';
import { openAccessDb } from './access-db.ts';
import { A_GYM, aFacility, aPerson, FRONT, KEY, memberKey, type Put } from './snapshot.kit.ts';

const issuer = newDeviceKey();
const key = { kid: 'p1', privateKey: importPrivateKey(issuer.privateKeyPem) };
const POLICY = { ...DEFAULT_POLICY, staleAfterS: 600, expiredAfterS: 900 };
const FACILITY = aFacility({ policy: POLICY }, { passKeys: [{ kid: 'p1', publicKey: issuer.publicKey }] });
const NEXT_STEP = Seconds(CODE_STEP_S);

/** A box of a gym, and a phone with a pass of the member M-9 that began a minute ago. */
const atTheDoor = async (people: readonly Put[] = []) => {
  const clock = new ManualClock(MONDAY_NOON);
  const phone = aPhone();
  const nowS = () => Math.floor(clock.wallMs() / 1_000);
  const pass: OutagePass = {
    v: 1,
    is: 'outage-pass',
    passId: 'pass_0123456789abcdef',
    facilityId: A_GYM,
    member: presentedHash(KEY, 'member', memberText(1, 'M-9')),
    doors: [0],
    phone: phone.key,
    fromS: nowS() - 60,
    untilS: nowS() + 3_600,
    uses: 2,
  };
  const { box, run } = await aBoxWith(people, FACILITY, clock);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= run.stop());
  onTestFinished(stop);
  const show = () => phone.show(signPass(pass, key), pass.passId, nowS());
  const present = (by: Running = run, text = show()) =>
    by.access.present({ doorId: FRONT, presented: { kind: 'pass', text }, via: 'reader' });
  return { box, run, stop, clock, pass, show, present };
};
const accessFacts = ({ facts }: ABox) => facts.filter(({ kind }) => kind.startsWith('access.'));
const him = (facts: Parameters<typeof aPerson>[0]): Put => ({
  kind: 'person',
  id: '9',
  data: aPerson(facts, { keys: [memberKey('M-9')] }),
});

describe('an outage pass at a box that hears nothing', () => {
  it('lets in a member whom the box has never heard of, and states by what', async () => {
    const { box, run, pass, present } = await atTheDoor();
    box.offline = true;
    expect(run.reasonFor({ kind: 'member', memberId: 'M-9', partnerId: undefined })).toBe('unknown_member');
    expect(await present()).toMatchObject({ granted: true, reason: 'granted', via: 'pass', clock: 'trusted' });
    expect(run.granted).toMatchObject([{ doorId: FRONT }]);
    expect(accessFacts(box)).toMatchObject([
      { kind: 'access.granted', data: { by: 'pass', person: null, via: 'pass', passId: pass.passId, revision: 1 } },
      { kind: 'access.released', data: { outcome: 'unlocked' } },
    ]);
  });

  it('of two who show the same code at once, one gets in', async () => {
    const { box, run, show, present } = await atTheDoor();
    const code = show();
    const both = await Promise.all([present(run, code), present(run, code)]);
    expect(both.map(({ reason }) => reason).sort()).toEqual(['granted', 'pass_code_old']);
    expect(run.granted).toHaveLength(1);
    expect(accessFacts(box).filter(({ kind }) => kind === 'access.denied')).toMatchObject([
      { data: { reason: 'pass_code_old', passId: 'pass_0123456789abcdef' } },
    ]);
  });

  it('counts its uses over a restart', async () => {
    const { box, stop, clock, present } = await atTheDoor();
    await present();
    await stop();
    const again = startBox(box, clock);
    onTestFinished(() => again.stop());
    await clock.advance(NEXT_STEP);
    expect(await present(again)).toMatchObject({ granted: true });
    await clock.advance(NEXT_STEP);
    expect(await present(again)).toMatchObject({ reason: 'pass_used_up' });
  });

  it('opens nothing for somebody who was banned at this box meanwhile, whatever a push says', async () => {
    const { box, run, clock, present } = await atTheDoor([him({})]);
    expect(await present()).toMatchObject({ granted: true });
    box.offline = true;
    await run.access.ban({ person: 9, by: 'Kim', reason: 'Fighting' });
    await clock.advance(NEXT_STEP);
    expect(await present()).toMatchObject({ granted: false, reason: 'banned' });
    box.offline = false;
    box.cloud.put(him({}));
    await run.access.pull();
    await clock.advance(NEXT_STEP);
    expect(await present()).toMatchObject({ granted: false, reason: 'banned' });
    expect(box.facts).toContainEqual({ kind: 'person.banned', data: { person: 9, by: 'Kim', reason: 'Fighting' } });
  });

  it.each([
    [{ banned: true }, 'banned'],
    [{ disabled: true }, 'member_disabled'],
    [{ blocked: true }, 'access_blocked'],
  ])('opens nothing over %j in the snapshot', async (flags, reason) => {
    const { present } = await atTheDoor([him(flags)]);
    expect(await present()).toMatchObject({ granted: false, reason });
  });

  it('opens nothing from the moment on that its revocation is here, and goes by the pass alone before', async () => {
    const { box, run, clock, pass, present } = await atTheDoor();
    box.cloud.put({ kind: 'revoked_pass', id: pass.passId, data: { untilS: pass.untilS } });
    box.offline = true;
    await run.access.pull();
    expect(await present()).toMatchObject({ granted: true });
    box.offline = false;
    await run.access.pull();
    await clock.advance(NEXT_STEP);
    expect(await present()).toMatchObject({ granted: false, reason: 'pass_revoked' });
  });

  it('opens nothing at a box that has heard of the cloud too long ago, or never', async () => {
    const { box, clock, present } = await atTheDoor();
    box.offline = true;
    await clock.advance(Minutes(16));
    expect(await present()).toMatchObject({ granted: false, reason: 'snapshot_too_old' });
  });

  it('opens nothing while the store cannot be read, whatever else is there to ask, and always answers', async () => {
    const { box, stop, clock, present } = await atTheDoor([him({ banned: true })]);
    expect(await present()).toMatchObject({ reason: 'banned' });
    await stop();
    const db = openAccessDb(join(box.dir, 'access.db'), 64);
    db.exec('UPDATE person SET crc = crc + 1');
    db.close();
    box.offline = true;
    await clock.advance(NEXT_STEP);
    const hurt = startBox(box, clock);
    onTestFinished(() => hurt.stop());
    for (let i = 0; i < 3; i++) {
      expect(await present(hurt)).toMatchObject({ granted: false, reason: 'snapshot_too_old' });
      await clock.advance(NEXT_STEP);
    }
    expect(hurt.granted).toEqual([]);
  });
});
