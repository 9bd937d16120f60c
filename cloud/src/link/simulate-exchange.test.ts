import { randomUUID } from 'node:crypto';
import { newCommandId } from '@gatehouse/shared/ids/ids.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import { describe, expect, it } from 'vitest';
import type { SimulateOrder } from './link.ts';
import { aLink } from './link-test-kit.ts';

const setup = async () => {
  const made = await aLink();
  await made.beacon();
  const { eventId: _e, origin: _o, ...common } = made.order;
  const order: SimulateOrder = { ...common, commandId: newCommandId(), scenario: 'jam', forMs: 20_000 };
  const named = { v: 1, commandId: order.commandId, boxId: order.boxId, doorId: order.doorId, bootId: made.bootId };
  const simulating = { ...named, outcome: 'simulating', scenario: 'jam', forMs: 20_000 };
  const refused = (reason: string, bootId: string = made.bootId) => ({
    ...named,
    bootId,
    outcome: 'not_simulated',
    reason,
    monoMs: 700,
  });
  return { ...made, unlockOrder: made.order, order, simulating, refused };
};

describe('a simulation over the link', () => {
  it('names the boot, a deadline on the box’s own clock and what to simulate, and resolves with the signed outcome', async () => {
    const { link, order, simulations, reply, simulating, bootId, boxId, clock } = await setup();
    await clock.advance(Seconds(1));
    const answer = link.simulate(order);
    expect(simulations()).toEqual([
      {
        v: 1,
        commandId: order.commandId,
        boxId,
        facilityId: order.facilityId,
        doorId: order.doorId,
        bootId,
        notAfterMonoMs: 54_500,
        scenario: 'jam',
        forMs: 20_000,
        replyTo: `gh/v1/reply/r1/${boxId}`,
      },
    ]);
    await reply(simulating);
    expect(await answer).toEqual({ kind: 'outcome', outcome: simulating });
    expect(clock.pendingTimers).toBe(0);
  });

  it('never travels as an unlock, and could not be read as one', async () => {
    const { link, order, simulations, commands } = await setup();
    void link.simulate(order);
    expect(commands()).toEqual([]);
    for (const command of simulations()) expect(UnlockCommand.safeParse(command).success).toBe(false);
  });

  it('is not answered by the outcome of an unlock, by a forged one, or by one of another door', async () => {
    const { link, order, reply, simulating, unlocked, clock } = await setup();
    const answer = link.simulate(order);
    await reply({ ...unlocked, commandId: order.commandId });
    await reply(simulating, newDeviceKey());
    await reply({ ...simulating, doorId: 'door_zzzzzzzzzzzzzzzz' });
    await reply({ ...simulating, forMs: 300_001 });
    await clock.advance(Seconds(6));
    expect(await answer).toEqual({ kind: 'no_answer' });
  });

  it('an unlock is not answered by the outcome of a simulation', async () => {
    const { link, unlockOrder, reply, simulating, clock } = await setup();
    const unlock = link.unlock(unlockOrder);
    await reply({ ...simulating, commandId: unlockOrder.commandId });
    await clock.advance(Seconds(6));
    expect(await unlock).toEqual({ kind: 'no_answer' });
  });

  it('another boot is answered with one retry, every other refusal is the answer', async () => {
    const { link, order, reply, refused, simulations } = await setup();
    const answer = link.simulate(order);
    const newBoot = randomUUID();
    await reply(refused('other_boot', newBoot));
    expect(simulations().map(({ bootId }) => bootId)).toEqual([expect.anything(), newBoot]);
    await reply(refused('repeated', newBoot));
    const verdict = refused('no_simulator', newBoot);
    await reply(verdict);
    expect(await answer).toEqual({ kind: 'outcome', outcome: verdict });
  });

  it('is not sent to a box without a fresh beacon', async () => {
    const { link, order, clock, simulations } = await setup();
    await clock.advance(Milliseconds(15_001));
    expect(await link.simulate(order)).toEqual({ kind: 'not_sent' });
    expect(simulations()).toEqual([]);
  });
});
