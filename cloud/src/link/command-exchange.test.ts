import { randomUUID } from 'node:crypto';
import { newDoorId } from '@gatehouse/shared/ids/ids.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { upTopic } from '@gatehouse/shared/wire/message.ts';
import { describe, expect, it } from 'vitest';
import { aLink } from './link-test-kit.ts';

describe('unlock over the link', () => {
  it('names the boot, a deadline on the box’s own clock and the reply topic, and resolves with the signed outcome', async () => {
    const { clock, beacon, link, order, commands, reply, unlocked, bootId, boxId } = await aLink();
    await beacon();
    await clock.advance(Seconds(2));
    const answer = link.unlock(order);
    const [command] = commands();
    expect(command).toEqual({
      v: 1,
      commandId: order.commandId,
      eventId: order.eventId,
      boxId,
      facilityId: order.facilityId,
      doorId: order.doorId,
      origin: 'partner',
      bootId,
      notAfterMonoMs: 55_500,
      judgeAfterMs: 5_000,
      replyTo: `gh/v1/reply/r1/${boxId}`,
    });
    await reply(unlocked);
    expect(await answer).toEqual({ kind: 'outcome', outcome: unlocked });
    expect(clock.pendingTimers).toBe(0);
  });

  it('sends nothing to a box without a fresh beacon', async () => {
    const { clock, beacon, link, order, commands } = await aLink();
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    await beacon();
    await clock.advance(Milliseconds(15_001));
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    expect(commands()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('sends nothing while the broker is down', async () => {
    const { beacon, link, order, setUp, commands } = await aLink();
    await beacon();
    setUp(false);
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    expect(commands()).toEqual([]);
  });

  it('says no answer when the time is over, and a late outcome changes nothing', async () => {
    const { clock, beacon, link, order, reply, unlocked, log } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    await clock.advance(Seconds(6));
    expect(await answer).toEqual({ kind: 'no_answer' });
    await reply(unlocked);
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ why: 'an outcome nobody waits for' }),
      expect.anything(),
    );
    expect(clock.pendingTimers).toBe(0);
  });

  it('a forged, foreign or misaddressed outcome is ignored', async () => {
    const { clock, beacon, link, order, reply, receive, unlocked, boxId } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    await reply(unlocked, newDeviceKey());
    await reply({ ...unlocked, boxId: randomUUID() });
    await reply({ ...unlocked, doorId: newDoorId() });
    await reply({ ...unlocked, outcome: 'open sesame' });
    await receive(`gh/v1/reply/r1/${boxId}`, { jws: 'x.y.z' });
    await receive(`gh/v1/reply/r1/${boxId}`, 'nonsense');
    await receive(upTopic(boxId, 'outcome'), { jws: 'x.y.z' });
    await clock.advance(Seconds(6));
    expect(await answer).toEqual({ kind: 'no_answer' });
  });

  it('another boot is answered with one retry: same id, same deadline, the new boot’s clock', async () => {
    const { clock, beacon, link, order, commands, reply, unlocked } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    await clock.advance(Seconds(1));
    const newBoot = randomUUID();
    const refused = { ...unlocked, outcome: 'refused', reason: 'other_boot', bootId: newBoot, monoMs: 700 } as object;
    const { confirmedBy: _c, holdSeconds: _h, tookMs: _t, ...otherBoot } = refused as typeof unlocked;
    await reply(otherBoot);
    await reply(otherBoot); // The broker may deliver twice.
    expect(commands()).toHaveLength(2);
    expect(commands()[1]).toMatchObject({
      commandId: order.commandId,
      bootId: newBoot,
      notAfterMonoMs: 3_200,
      judgeAfterMs: 4_000,
    });
    await reply({ ...unlocked, bootId: newBoot });
    expect(await answer).toMatchObject({ kind: 'outcome', outcome: { outcome: 'unlocked', bootId: newBoot } });
  });

  it('a third boot is not tried, and neither is a second after the latest start', async () => {
    const { clock, beacon, link, order, commands, reply, unlocked } = await aLink();
    const { confirmedBy: _c, holdSeconds: _h, tookMs: _t, ...base } = unlocked;
    const otherBoot = () => ({ ...base, outcome: 'refused', reason: 'other_boot', bootId: randomUUID(), monoMs: 700 });
    await beacon();
    const answer = link.unlock(order);
    await reply(otherBoot());
    await reply(otherBoot());
    expect(await answer).toMatchObject({ outcome: { reason: 'other_boot' } });
    expect(commands()).toHaveLength(2);
    const late = link.unlock(order);
    await clock.advance(Seconds(4));
    await reply(otherBoot());
    expect(await late).toMatchObject({ outcome: { reason: 'other_boot' } });
    expect(commands()).toHaveLength(3);
  });

  it('a second outcome for the same command is ignored', async () => {
    const { beacon, link, order, reply, unlocked } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    await reply(unlocked);
    const { confirmedBy: _c, holdSeconds: _h, tookMs: _t, ...base } = unlocked;
    await reply({ ...base, outcome: 'fault', reason: 'relay_fault' });
    expect(await answer).toMatchObject({ outcome: { outcome: 'unlocked' } });
  });

  it('the refusal of a copy does not end the wait for the command itself', async () => {
    const { beacon, link, order, reply, unlocked } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    const { v, commandId, boxId, doorId, bootId } = unlocked;
    await reply({ v, commandId, boxId, doorId, bootId, outcome: 'refused', reason: 'repeated', monoMs: 1 });
    await reply(unlocked);
    expect(await answer).toEqual({ kind: 'outcome', outcome: unlocked });
  });

  it('close lets nobody wait', async () => {
    const { clock, beacon, link, order } = await aLink();
    await beacon();
    const answer = link.unlock(order);
    await link.close();
    expect(await answer).toEqual({ kind: 'no_answer' });
    expect(clock.pendingTimers).toBe(0);
  });
});
