import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import type { GrantResult } from '../door/doors.ts';
import { aBox, aBoxWith, card, factsOf, MONDAY_NOON, member, shortId, startBox } from './access.kit.ts';
import {
  A_PARTNER,
  AN_EPOCH,
  aFacility,
  aPerson,
  cardKey,
  cloudSnapshot,
  memberKey,
  POOL,
  shortIdKey,
} from './snapshot.kit.ts';

const ADA = { kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A1'), memberKey('ada')] }) } as const;
const BANNED = { kind: 'person', id: '2', data: aPerson({ banned: true }, { keys: [cardKey('B2')] }) } as const;

describe('a box that has a snapshot', () => {
  it('knows people by their card in any spelling, and by a partner’s member id', async () => {
    const { run } = await aBoxWith([ADA, BANNED]);
    for (const presented of [card('A1'), card('00:a1'), member('ada'), member('ada', A_PARTNER)])
      expect(run.decide(presented)).toMatchObject({ decision: { allowed: true }, person: 1, revision: 2 });
    expect(run.reasonFor(card('B2'))).toBe('banned');
    expect(run.reasonFor(card('C3'))).toBe('unknown_credential');
    expect(run.reasonFor(card('no card'))).toBe('unknown_credential');
    expect(run.reasonFor(member('bob'))).toBe('unknown_member');
    await run.stop();
  });

  it('decides by it after a restart, with no cloud', async () => {
    const { box, run } = await aBoxWith([ADA]);
    await run.stop();
    box.offline = true;
    const again = startBox(box, run.clock);
    expect(again.reasonFor(card('A1'))).toBe('granted');
    expect(again.access.mark()).toMatchObject({ epoch: AN_EPOCH, revision: 2, hash: box.cloud.head().hash });
    await again.stop();
  });

  it('[I7] uses the newest revision that it has acknowledged from that moment on', async () => {
    const { box, run } = await aBoxWith([ADA]);
    box.cloud.put({ kind: 'person', id: '1', data: aPerson({ banned: true }, { keys: [cardKey('A1')] }) });
    run.access.nudged(3);
    expect(run.reasonFor(card('A1'))).toBe('granted');
    await run.access.pull();
    expect(run.access.mark()).toMatchObject({ revision: 3 });
    expect(run.decide(card('A1'))).toMatchObject({ decision: { reason: 'banned' }, revision: 3 });
    expect(run.reasonFor(member('ada'))).toBe('unknown_member');
    await run.stop();
  });

  it('[I7] never decides by some of one revision and some of another, while one takes the place of the next', async () => {
    const turned = (adaIn: boolean) =>
      ['1', '2'].map((id) => ({
        kind: 'person' as const,
        id,
        data: aPerson({ banned: (id === '1') !== adaIn }, { keys: [cardKey(`A${id}`)] }),
      }));
    const { box, run } = await aBoxWith(turned(true), undefined, undefined, { thread: true });
    let asked = 0;
    for (let round = 0; round < 10; round++) {
      box.cloud.put(...turned(round % 2 === 1));
      const acknowledged = run.access.mark()?.revision ?? 0;
      let done = false;
      const pulled = run.access.pull().then(() => {
        done = true;
      });
      while (!done) {
        const [ada, bob] = ['A1', 'A2'].map((text) => run.decide(card(text)));
        expect(ada?.revision).toBe(bob?.revision);
        expect(ada?.revision).toBeGreaterThanOrEqual(acknowledged);
        expect(ada?.decision.allowed).toBe(!bob?.decision.allowed);
        expect(ada?.decision.allowed).toBe((ada?.revision ?? 0) % 2 === 0);
        asked++;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await pulled;
    }
    expect(asked).toBeGreaterThan(20);
    await run.stop();
  });

  it('lets nobody in by a credential that two people have, nor by a member id that means several', async () => {
    const facility = aFacility(
      { sources: [1, 2].map((number) => ({ number, suspended: false })) },
      {
        sources: [
          { number: 1, partnerId: A_PARTNER, name: 'A' },
          { number: 2, partnerId: 'ptr_00000000000000b2' as never, name: 'B' },
        ],
      },
    );
    const { run } = await aBoxWith(
      [
        { kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A1'), memberKey('x', 1)] }) },
        { kind: 'person', id: '2', data: aPerson({}, { keys: [cardKey('A1'), memberKey('x', 2)] }) },
      ],
      facility,
    );
    expect(run.decide(card('A1'))).toMatchObject({ decision: { reason: 'unknown_credential' }, person: null });
    expect(run.decide(member('x'))).toMatchObject({ decision: { reason: 'unknown_member' }, person: null });
    expect(run.decide(member('x', A_PARTNER))).toMatchObject({ person: 1 });
    await run.stop();
  });

  it('explains what it decides', async () => {
    const { run } = await aBoxWith([ADA, BANNED]);
    for (const who of ['A1', 'B2', 'C3']) {
      const question = { doorId: POOL, presented: card(who), via: 'reader' } as const;
      expect(run.access.explainAt(question)?.decision).toBe(run.access.decideAt(question).decision);
    }
    await run.stop();
  });

  it('explains another time than now as if it were known for certain', async () => {
    const untilS = Math.floor(Date.parse(MONDAY_NOON) / 1_000) + 3_600;
    const data = aPerson({ grants: [{ target: { kind: 'facility' }, untilS }] }, { keys: [cardKey('A1')] });
    const { run } = await aBoxWith([{ kind: 'person', id: '1', data }]);
    const at = (atS?: number) =>
      run.access.explainAt({ doorId: POOL, presented: card('A1'), via: 'reader' }, atS)?.decision.allowed;
    expect([at(), at(untilS - 1), at(untilS)]).toEqual([true, true, false]);
    await run.stop();
  });

  it('keeps to what staff set at the door', async () => {
    const { run } = await aBoxWith([ADA]);
    const report = (over: object) => {
      run.doors.reports = [{ doorId: 'door_0123456789abcdef', maintenance: { mode: 'off' }, ...over } as never];
    };
    report({ maintenance: { mode: 'force-closed' } });
    expect(run.reasonFor(card('A1'))).toBe('maintenance_force_closed');
    report({ lockdown: { active: true } });
    expect(run.reasonFor(card('A1'))).toBe('lockdown');
    report({ maintenance: { mode: 'force-open' } });
    expect(run.decide(card('A1'))).toMatchObject({ decision: { via: 'maintenance_open' } });
    await run.stop();
  });
});

describe('a box without a snapshot', () => {
  it('lets nobody in, and says that it has heard from nobody', async () => {
    const run = startBox(aBox());
    expect(run.decide(card('A1'))).toMatchObject({
      decision: { reason: 'snapshot_too_old' },
      person: null,
      revision: 0,
    });
    expect(run.access.standing()).toMatchObject({ staleness: 'none', revision: 0, ageMs: null });
    expect(run.access.mark()).toBeUndefined();
    expect(run.access.explainAt({ doorId: POOL, presented: card('A1'), via: 'reader' })).toBeUndefined();
    await run.stop();
  });

  it('lets nobody of another facility in, not even before the old snapshot is deleted', async () => {
    const { box, run } = await aBoxWith([ADA]);
    box.facilityId = 'fac_00000000000000zz' as never;
    expect(run.reasonFor(card('A1'))).toBe('snapshot_too_old');
    run.access.forget();
    expect(run.access.mark()).toBeUndefined();
    box.cloud = cloudSnapshot(AN_EPOCH, box.facilityId);
    box.cloud.put({ kind: 'facility', id: '', data: aFacility() }, BANNED);
    await run.access.pull();
    expect(run.reasonFor(card('A1'))).toBe('unknown_credential');
    expect(run.reasonFor(card('B2'))).toBe('banned');
    await run.stop();
  });
});

describe('an entry', () => {
  it('tells the door, and says what came of it as facts', async () => {
    const { box, run } = await aBoxWith([ADA]);
    const result = await run.present(card('A1'));
    expect(result).toMatchObject({ granted: true, reason: 'granted', via: 'permanent_grant' });
    expect(run.granted).toMatchObject([
      { entryId: result.entryId, doorId: 'door_0123456789abcdef', breakGlass: false },
    ]);
    await run.clock.advance(Seconds(1));
    expect(factsOf(box, 'access.granted')).toMatchObject([
      {
        entryId: result.entryId,
        person: 1,
        by: 'card',
        revision: 2,
        via: 'permanent_grant',
        clock: 'trusted',
        stale: false,
      },
    ]);
    expect(factsOf(box, 'access.released')).toEqual([
      { doorId: 'door_0123456789abcdef', entryId: result.entryId, outcome: 'unlocked', tookMs: 12 },
    ]);
    await run.stop();
  });

  it('is denied with the reason, and a try with an unknown card can be told from another', async () => {
    const { box, run } = await aBoxWith([BANNED]);
    expect(await run.present(card('B2'))).toMatchObject({ granted: false, reason: 'banned' });
    await run.present(card('C3'));
    await run.present(card('C4'));
    const [banned, first, second] = factsOf(box, 'access.denied');
    expect(banned).toMatchObject({ person: 2, reason: 'banned' });
    expect(first).toMatchObject({ person: null, reason: 'unknown_credential', hash: expect.stringMatching(/^.{8}$/) });
    expect(second?.hash).not.toBe(first?.hash);
    expect(run.granted).toEqual([]);
    await run.stop();
  });

  it('S6 says that somebody may come in only if the lock let them: the lamp follows what became of it', async () => {
    const { run } = await aBoxWith([ADA]);
    const tookMs = 1;
    const said = async (result: GrantResult) => {
      run.state.result = result;
      const { granted, reason } = await run.present(card('A1'));
      return `${granted} ${reason}`;
    };
    for (const outcome of ['unlocked', 'commanded'] as const)
      expect(await said({ outcome, holdSeconds: 5, tookMs })).toBe('true granted');
    expect(await said({ outcome: 'open_already', tookMs })).toBe('true granted');
    for (const reason of ['relay_fault', 'board_lost', 'interrupted'] as const)
      expect(await said({ outcome: 'fault', reason, tookMs })).toBe('false door_failed');
    for (const reason of ['maintenance', 'lockdown', 'unknown_door', 'door_unavailable', 'expired'] as const)
      expect(await said({ outcome: 'refused', reason, tookMs })).toBe('false door_failed');
    await run.stop();
  });

  it('opens the door although the disk takes no facts', async () => {
    const { run } = await aBoxWith([ADA]);
    run.state.unwritable = true;
    expect(await run.present(card('A1'))).toMatchObject({ granted: true });
    expect(run.granted).toHaveLength(1);
    await run.stop();
  });

  it('says when it will be granted, where only the hour is wrong', async () => {
    const later = Date.parse('2026-12-01T00:00:00Z') / 1_000;
    const soon = aPerson({ grants: [{ target: { kind: 'facility' }, fromS: later }] }, { keys: [cardKey('A1')] });
    const { run } = await aBoxWith([{ kind: 'person', id: '1', data: soon }]);
    expect(await run.present(card('A1'))).toMatchObject({ reason: 'outside_hours', nextOpenS: later });
    await run.stop();
  });
});

describe('a PIN', async () => {
  const pin = await verifierOf('246813', systemRandom);
  const people = [
    {
      kind: 'person',
      id: '1',
      data: aPerson({}, { keys: [cardKey('A1', true), shortIdKey('4711'), cardKey('FF')], pin }),
    },
    { kind: 'person', id: '2', data: aPerson({ banned: true }, { keys: [shortIdKey('4712')], pin }) },
  ] as const;

  it('is asked for with a card that needs one, and with every short id, and nothing is denied by asking', async () => {
    const { box, run } = await aBoxWith([...people]);
    for (const presented of [card('A1'), shortId('4711'), shortId('9999')])
      expect(await run.present(presented)).toMatchObject({ granted: false, pinNeeded: true, reason: 'pin_needed' });
    expect(factsOf(box, 'access.denied')).toEqual([]);
    expect(await run.present(card('A1', '246813'))).toMatchObject({ granted: true });
    expect(await run.present(shortId('4711', '246813'))).toMatchObject({ granted: true });
    await run.stop();
  });

  it('that is wrong says no more than one for a number that nobody has', async () => {
    const { box, run } = await aBoxWith([...people]);
    const wrong = await run.present(shortId('4711', '111222'));
    const nobody = await run.present(shortId('9999', '111222'));
    const banned = await run.present(shortId('4712', '111222'));
    for (const result of [nobody, banned]) expect({ ...result, entryId: '' }).toEqual({ ...wrong, entryId: '' });
    expect(factsOf(box, 'access.denied').map(({ person }) => person)).toEqual([1, null, 2]);
    expect(await run.present(shortId('4712', '246813'))).toMatchObject({ reason: 'banned' });
    await run.stop();
  });

  it('is locked out after five wrong ones, over a restart and with the clock set forward, and cards are not', async () => {
    const { box, run } = await aBoxWith([...people]);
    for (let i = 0; i < 5; i++) expect((await run.present(shortId('4711', '111222'))).reason).toBe('pin_wrong');
    expect((await run.present(card('A1', '246813'))).reason).toBe('pin_locked_out');
    expect(await run.present(card('FF'))).toMatchObject({ granted: true });
    await run.stop();
    const clock = run.clock;
    clock.jumpWall(Minutes(60));
    const again = startBox(box, clock);
    expect((await again.present(shortId('4711', '246813'))).reason).toBe('pin_locked_out');
    await clock.advance(Minutes(15));
    expect(await again.present(shortId('4711', '246813'))).toMatchObject({ granted: true });
    await again.stop();
  });

  it('of many at one door is locked out there, so that nobody tries them all', async () => {
    const { run } = await aBoxWith([...people]);
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, i) => run.present(shortId(`80${10 + i}`, '111222'))),
    );
    expect(tries.filter(({ reason }) => reason === 'pin_locked_out')).toHaveLength(5);
    expect(await run.present(shortId('4711', '246813'), { doorId: POOL })).toMatchObject({ granted: true });
    await run.stop();
  });
});

describe('a ban at the box', () => {
  it('keeps the person out at once and over a restart, until a snapshot says the same', async () => {
    const { box, run } = await aBoxWith([ADA]);
    await run.access.ban({ person: 1, by: 'Kim', reason: 'fight' });
    expect(run.reasonFor(card('A1'))).toBe('banned');
    expect(factsOf(box, 'person.banned')).toEqual([{ person: 1, by: 'Kim', reason: 'fight' }]);
    box.cloud.put({ kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A1')], name: 'AAAA' }) });
    await run.access.pull();
    await run.stop();
    const again = startBox(box, run.clock);
    expect(again.reasonFor(card('A1'))).toBe('banned');
    expect(again.access.person(1)).toMatchObject({ banned: true, name: 'AAAA', credentials: ['card'] });
    expect(again.access.explainAt({ doorId: POOL, presented: card('A1'), via: 'reader' })?.decision.reason).toBe(
      'banned',
    );
    box.cloud.put({ kind: 'person', id: '1', data: aPerson({ banned: true }, { keys: [cardKey('A1')] }) });
    await again.access.pull();
    expect(again.access.standing().bans).toBe(0);
    expect(again.reasonFor(card('A1'))).toBe('banned');
    box.cloud.put({ kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A1')] }) });
    await again.access.pull();
    expect(again.reasonFor(card('A1'))).toBe('granted');
    await again.stop();
  });
});
