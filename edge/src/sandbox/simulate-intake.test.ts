import { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { type SimulateCommand, SimulateOutcome, type SimulateRefusal } from '@gatehouse/shared/wire/simulate.ts';
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
import { createSimulateIntake } from './simulate-intake.ts';
import type { Simulation } from './simulations.ts';

const setup = ({ production = false } = {}) => {
  const clock = new ManualClock();
  const begun: Simulation[] = [];
  const box = { refuses: undefined as SimulateRefusal | undefined, breaks: false };
  const { facts, published, deps } = commandParties(SimulateOutcome);
  const intake = createSimulateIntake({
    ...deps,
    simulations: production
      ? undefined
      : {
          begin: async (simulation) => {
            begun.push(simulation);
            if (box.breaks) throw new Error('no simulator answers');
            return box.refuses;
          },
        },
    clock,
  });
  const command: SimulateCommand = {
    v: 1,
    commandId: CommandId.parse('cmd_0123456789abcdef'),
    boxId,
    facilityId,
    doorId,
    bootId,
    notAfterMonoMs: 3_500,
    scenario: 'jam',
    forMs: 20_000,
    replyTo,
  };
  const send = (changed: object = {}, by = cloudKey) => intake({ jws: signJws({ ...command, ...changed }, by) });
  return { clock, box, begun, facts, published, intake, send, command };
};

describe('a simulate command', () => {
  it('that is right is carried out once, journalled, and answered signed on the topic it named', async () => {
    const { send, begun, facts, published, command } = setup();
    await send();
    const { commandId, doorId } = command;
    expect(begun).toEqual([{ doorId, scenario: 'jam', time: 20_000 }]);
    expect(facts).toEqual([{ kind: 'sandbox.simulated', data: { doorId, commandId, scenario: 'jam', forMs: 20_000 } }]);
    expect(published).toEqual([
      {
        topic: replyTo,
        outcome: { v: 1, outcome: 'simulating', commandId, boxId, doorId, bootId, scenario: 'jam', forMs: 20_000 },
      },
    ]);
  });

  it('is refused by a box whose own configuration names no simulator, and nothing is touched or journalled', async () => {
    const { send, facts, published } = setup({ production: true });
    for (const scenario of ['offline', 'jam', 'slow_confirmation', 'maintenance', 'clear'])
      await send({ scenario, commandId: `cmd_${scenario.slice(0, 3)}0000000000000` });
    expect(published.map(({ outcome }) => outcome)).toMatchObject(
      Array(5).fill({ outcome: 'not_simulated', reason: 'no_simulator' }),
    );
    expect(facts).toEqual([]);
  });

  it('of another boot is refused with what a retry needs', async () => {
    const { send, begun, published, clock } = setup();
    await clock.advance(Seconds(1));
    await send({ bootId: boxId });
    expect(published[0]?.outcome).toMatchObject({ reason: 'other_boot', bootId, monoMs: 1_000 });
    expect(begun).toEqual([]);
  });

  it('is refused after its deadline on the box’s own monotonic clock, whatever the wall clock says', async () => {
    const { send, begun, published, clock, facts } = setup();
    clock.jumpWall(Days(-1));
    await clock.advance(Seconds(3.501));
    await send();
    expect(published[0]?.outcome).toMatchObject({ reason: 'expired' });
    expect([begun, facts]).toEqual([[], []]);
  });

  it('N11 is refused with a deadline more than a minute ahead', async () => {
    const { send, begun, published } = setup();
    await send({ notAfterMonoMs: 60_001 });
    expect(published[0]?.outcome).toMatchObject({ reason: 'expired' });
    expect(begun).toEqual([]);
  });

  it('is carried out once however often it is repeated, before and after its deadline', async () => {
    const { send, begun, published, clock } = setup();
    for (let i = 0; i < 3; i++) await send();
    await clock.advance(Seconds(4));
    await send();
    await send({ commandId: 'cmd_aaaaaaaaaaaaaaaa', notAfterMonoMs: 60_000 });
    expect(published.map(({ outcome }) => ('reason' in outcome ? outcome.reason : outcome.outcome))).toEqual([
      'simulating',
      'repeated',
      'repeated',
      'expired',
      'simulating',
    ]);
    expect(begun).toHaveLength(2);
  });

  it('that cannot be simulated says why, and nothing is journalled', async () => {
    const { send, box, published, facts } = setup();
    box.refuses = 'door_in_use';
    await send();
    box.breaks = true;
    await send({ commandId: 'cmd_aaaaaaaaaaaaaaaa' });
    expect(published.map(({ outcome }) => outcome)).toMatchObject([
      { reason: 'door_in_use' },
      { reason: 'simulator_failed' },
    ]);
    expect(facts).toEqual([]);
  });

  it.each([
    ['signed with another key under the pinned name', (s: ReturnType<typeof setup>) => s.send({}, newKey('k1'))],
    ['signed with a key that is not pinned', (s) => s.send({}, newKey('k2'))],
    ['for another box', (s) => s.send({ boxId: bootId })],
    ['of another facility', (s) => s.send({ facilityId: 'fac_zzzzzzzzzzzzzzzz' })],
    ['that would last too long', (s) => s.send({ forMs: 300_001 })],
    ['of a failure that does not exist', (s) => s.send({ scenario: 'unlock' })],
    ['with a field too many', (s) => s.send({ eventId: EventId.parse('evt_0123456789abcdef') })],
    ['that is an unlock', (s) => s.send({ scenario: undefined, forMs: undefined, judgeAfterMs: 2_000 })],
    ['that wants its answer at another box', (s) => s.send({ replyTo: `gh/v1/reply/r1/${bootId}` })],
    ['that wants its answer as a command', (s) => s.send({ replyTo: `gh/v1/${boxId}/down/unlock` })],
    ['that is no signed text', (s) => s.intake({ jws: 'hello' })],
    ['that is no message', (s) => s.intake(null)],
  ] as [string, (s: ReturnType<typeof setup>) => Promise<void>][])('%s is dropped unanswered', async (_what, act) => {
    const made = setup();
    await act(made);
    expect([made.begun, made.published, made.facts]).toEqual([[], [], []]);
  });

  it('never throws, whatever arrives', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ jws: fc.string() })), async (message) => {
        const { intake, begun } = setup();
        await intake(message);
        expect(begun).toEqual([]);
      }),
    ));
});
