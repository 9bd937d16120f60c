import { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import type { UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import { UnlockOutcome } from '@gatehouse/shared/wire/unlock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bootId,
  boxId,
  cloudKey,
  commandParties,
  doorId,
  facilityId,
  newKey,
  replyTo,
} from '../fakes/command-parties.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { createUnlockIntake } from './unlock-intake.ts';

const setup = () => {
  const clock = new ManualClock();
  const { fake, doors } = fakeDoors();
  const held = { until: undefined as Promise<void> | undefined };
  const { facts, published, deps } = commandParties(UnlockOutcome);
  const intake = createUnlockIntake({
    ...deps,
    doors,
    clock,
    holdBack: () => held.until,
  });
  const command: UnlockCommand = {
    v: 1,
    commandId: CommandId.parse('cmd_0123456789abcdef'),
    eventId: EventId.parse('evt_0123456789abcdef'),
    boxId,
    facilityId,
    doorId,
    bootId,
    notAfterMonoMs: 3_500,
    judgeAfterMs: 2_000,
    origin: 'partner',
    replyTo,
  };
  const send = (changed: Record<string, unknown> = {}, by = cloudKey) =>
    intake({ jws: signJws({ ...command, ...changed }, by) });
  return { clock, fake, held, facts, published, intake, send, command };
};

describe('an unlock command', () => {
  it('that is right reaches the doors once, and its outcome goes back signed on the topic it named', async () => {
    const { send, fake, published, command } = setup();
    fake.result = { outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 5, tookMs: 40 };
    await send();
    const { commandId, eventId, doorId } = command;
    expect(fake.unlocks).toEqual([
      { commandId, eventId, doorId, origin: 'partner', notAfterMonoMs: 3_500, judgeAfterMs: 2_000 },
    ]);
    expect(published).toEqual([
      { topic: replyTo, outcome: { v: 1, commandId, boxId, doorId, bootId, ...fake.result } },
    ]);
  });

  it('of another boot is refused with what a retry needs', async () => {
    const { send, fake, published, clock, facts } = setup();
    await clock.advance(Seconds(1));
    await send({ bootId: boxId });
    expect(published[0]?.outcome).toMatchObject({ outcome: 'refused', reason: 'other_boot', bootId, monoMs: 1_000 });
    expect(facts).toMatchObject([{ kind: 'unlock.refused', data: { reason: 'other_boot' } }]);
    expect(fake.unlocks).toEqual([]);
  });

  it('is refused after its deadline on the box’s own monotonic clock, however often it is replayed, and noted once', async () => {
    const { send, fake, published, clock, facts } = setup();
    await clock.advance(Seconds(3.501));
    for (let i = 0; i < 5; i++) await send();
    expect(published.map(({ outcome }) => outcome)).toMatchObject(Array(5).fill({ reason: 'expired' }));
    expect(facts).toHaveLength(1);
    expect(fake.unlocks).toEqual([]);
  });

  it('N11 is refused with a deadline more than a minute ahead', async () => {
    const { send, fake, published, facts } = setup();
    await send({ notAfterMonoMs: 60_001 });
    expect(published[0]?.outcome).toMatchObject({ outcome: 'refused', reason: 'expired' });
    expect(facts).toMatchObject([{ kind: 'unlock.refused', data: { reason: 'expired' } }]);
    expect(fake.unlocks).toEqual([]);
    await send({ notAfterMonoMs: 60_000 });
    expect(fake.unlocks).toHaveLength(1);
  });

  it.each([Days(-20 * 365), Days(-1), Days(1)])('does not care about a wall clock that steps by %d ms', async (by) => {
    const { send, fake, clock } = setup();
    clock.jumpWall(by);
    await send();
    expect(fake.unlocks).toHaveLength(1);
    await clock.advance(Seconds(4));
    await send({ commandId: 'cmd_aaaaaaaaaaaaaaaa' });
    expect(fake.unlocks).toHaveLength(1);
  });

  it('that the doors refuse says why, and under maintenance which and until when', async () => {
    const { send, fake, published } = setup();
    fake.result = {
      outcome: 'refused',
      reason: 'maintenance',
      maintenance: { mode: 'force-closed', untilMs: null, by: 'Kim', reason: 'painting', generation: 2 },
    };
    await send();
    fake.result = { outcome: 'refused', reason: 'repeated' };
    await send();
    expect(published.map(({ outcome }) => outcome)).toMatchObject([
      { reason: 'maintenance', mode: 'force-closed', untilMs: null },
      { reason: 'repeated' },
    ]);
  });

  it.each([
    ['signed with another key under the pinned name', (s: ReturnType<typeof setup>) => s.send({}, newKey('k1'))],
    ['signed with a key that is not pinned', (s) => s.send({}, newKey('k2'))],
    ['for another box', (s) => s.send({ boxId: bootId })],
    ['of another facility', (s) => s.send({ facilityId: 'fac_zzzzzzzzzzzzzzzz' })],
    ['with a field too many', (s) => s.send({ holdSeconds: 60 })],
    ['with a field too few', (s) => s.send({ notAfterMonoMs: undefined })],
    ['with a deadline that is no number', (s) => s.send({ notAfterMonoMs: 'never' })],
    ['that wants its answer at another box', (s) => s.send({ replyTo: `gh/v1/reply/r1/${bootId}` })],
    ['that wants its answer as a command', (s) => s.send({ replyTo: `gh/v1/${boxId}/down/unlock` })],
    ['that wants its answer on a wildcard', (s) => s.send({ replyTo: `gh/v1/reply/+/${boxId}` })],
    ['that is no signed text', (s) => s.intake({ jws: 'hello' })],
    ['that is no message', (s) => s.intake(null)],
  ] as [string, (s: ReturnType<typeof setup>) => Promise<void>][])('%s is dropped unanswered', async (_what, act) => {
    const made = setup();
    await act(made);
    expect([made.fake.unlocks, made.published, made.facts]).toEqual([[], [], []]);
  });

  it('that a sandbox holds back is confirmed when it is let go, and a refusal at once', async () => {
    const { send, fake, held, published } = setup();
    fake.result = { outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 5, tookMs: 40 };
    const letGo = Promise.withResolvers<void>();
    held.until = letGo.promise;
    const sent = send();
    await send({ bootId: boxId });
    expect(published).toMatchObject([{ outcome: { reason: 'other_boot' } }]);
    letGo.resolve();
    await sent;
    expect(published).toMatchObject([{}, { outcome: { outcome: 'unlocked' } }]);
  });

  it('whose doors break is not answered: nobody may call it performed or not', async () => {
    const { send, fake, published } = setup();
    fake.failing = new Error('broken');
    await send();
    expect(published).toEqual([]);
  });

  it('never throws, whatever arrives', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ jws: fc.string() })), async (message) => {
        const { intake, fake } = setup();
        await intake(message);
        expect(fake.unlocks).toEqual([]);
      }),
    ));

  it('changed in any byte after signing does not move a lock', () => {
    const { command } = setup();
    const jws = signJws(command, cloudKey);
    return fc.assert(
      fc.asyncProperty(fc.nat(jws.length - 1), fc.constantFrom('A', 'b', '0', '.', '_'), async (at, char) => {
        fc.pre(jws[at] !== char && at < jws.length - 2); // The last characters of base64url carry unused bits.
        const { intake, fake } = setup();
        await intake({ jws: jws.slice(0, at) + char + jws.slice(at + 1) });
        expect(fake.unlocks).toEqual([]);
      }),
    );
  });
});
