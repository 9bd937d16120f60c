import { randomUUID } from 'node:crypto';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { beaconMessage, goneMessage } from '@gatehouse/shared/wire/beacon.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { factsMessage } from '@gatehouse/shared/wire/facts.ts';
import { upTopic } from '@gatehouse/shared/wire/message.ts';
import { describe, expect, it, vi } from 'vitest';
import type { LinkPorts } from './link.ts';
import { aLink } from './link-test-kit.ts';

const EPOCH = '0c1d2e3f-0000-4000-8000-000000000001';

describe('what boxes say', () => {
  it('a beacon is kept, and answered with the cloud’s clock', async () => {
    const { clock, beacon, ports, downs, bootId, boxId } = await aLink();
    await beacon();
    expect(ports.beaconArrived).toHaveBeenCalledWith(boxId, expect.objectContaining({ bootId }));
    expect(downs('beacon-ack')).toEqual([{ v: 1, bootId, sentMonoMs: 50_000, cloudWallMs: clock.wallMs() }]);
  });

  it('the answer to a beacon names the newest snapshot, and comes without where nobody can say', async () => {
    const mark = { epoch: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11', revision: 43 };
    const { beacon, downs, boxId } = await aLink({ newestMark: async (id) => (id === boxId ? mark : undefined) });
    await beacon();
    expect(downs('beacon-ack')).toMatchObject([{ access: mark }]);
    const failing = await aLink({ newestMark: () => Promise.reject(new Error('no database')) });
    await failing.beacon();
    expect(failing.downs('beacon-ack')).toEqual([expect.not.objectContaining({ access: expect.anything() })]);
  });

  it('a copied or overtaken beacon does not set the box’s clock back', async () => {
    const { clock, beacon, link, order, commands } = await aLink();
    await beacon({ sentMonoMs: 55_000 });
    await clock.advance(Seconds(1));
    await beacon({ sentMonoMs: 50_000 });
    await beacon({ sentMonoMs: 55_000 });
    void link.unlock(order);
    expect(commands()[0]?.notAfterMonoMs).toBe(59_500);
  });

  it('a last will ends its own connection at once, and no other', async () => {
    const { beacon, receive, link, order, boxId, ports, bootId, clock } = await aLink();
    await beacon({ connectionId: 'connection-2' });
    const gone = (connectionId: string) => receive(upTopic(boxId, goneMessage.name), { v: 1, bootId, connectionId });
    await gone('connection-1');
    const first = link.unlock(order);
    await clock.advance(Seconds(6));
    expect(await first).toEqual({ kind: 'no_answer' });
    await gone('connection-2');
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    await beacon({ connectionId: 'connection-2', sentMonoMs: 60_000 }); // Overtaken by its own will.
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    expect(ports.boxGone).toHaveBeenCalledTimes(2);
  });

  it('facts are acknowledged only after they are stored', async () => {
    const stored = Promise.withResolvers<number>();
    const { receive, boxId, downs, settle, ports } = await aLink({ storeFacts: vi.fn(() => stored.promise) });
    await receive(upTopic(boxId, 'facts'), factsMessage.vectors[0]);
    expect(ports.storeFacts).toHaveBeenCalledOnce();
    expect(downs('facts-ack')).toEqual([]);
    stored.resolve(1);
    await settle();
    expect(downs('facts-ack')).toEqual([{ v: 1, epoch: EPOCH, through: 1 }]);
  });

  it('facts that could not be stored are not acknowledged, and the next batch is', async () => {
    const storeFacts = vi.fn<LinkPorts['storeFacts']>().mockRejectedValueOnce(new Error('full')).mockResolvedValue(7);
    const { receive, boxId, downs } = await aLink({ storeFacts });
    await receive(upTopic(boxId, 'facts'), factsMessage.vectors[0]);
    expect(downs('facts-ack')).toEqual([]);
    await receive(upTopic(boxId, 'facts'), factsMessage.vectors[0]);
    expect(downs('facts-ack')).toEqual([{ v: 1, epoch: EPOCH, through: 7 }]);
  });

  it('a box that sends faster than is stored does not pile up here', async () => {
    const storeFacts = vi.fn(() => new Promise<number>(() => undefined));
    const { receive, boxId, log } = await aLink({ storeFacts });
    for (let i = 0; i < 10; i++) await receive(upTopic(boxId, 'facts'), factsMessage.vectors[0]);
    expect(storeFacts).toHaveBeenCalledOnce();
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ why: 'facts faster than they are stored' }),
      expect.anything(),
    );
  });

  it('an unknown box is shown the door', async () => {
    const { receive, ports, ended } = await aLink();
    const stranger = BoxId.parse(randomUUID());
    await receive(upTopic(stranger, 'beacon'), beaconMessage.vectors[0]);
    expect(ports.beaconArrived).not.toHaveBeenCalled();
    expect(ended).toEqual([stranger]);
  });

  it('malformed and retained messages are dropped, and said once a minute for each box', async () => {
    const { beacon, receive, boxId, ports, log, clock } = await aLink();
    const dropped = () => log.warn.mock.calls.filter(([fields]) => fields.why === 'a malformed beacon');
    for (let i = 0; i < 5; i++) await beacon({ sentMonoMs: 'now' });
    expect(dropped()).toHaveLength(1);
    await clock.advance(Seconds(61));
    await beacon({ sentMonoMs: 'now' });
    expect(dropped()[1]?.[0]).toMatchObject({ since: 4 });
    await receive(upTopic(boxId, 'beacon'), beaconMessage.vectors[0], true);
    for (const topic of ['', 'gh/v1/x/up/beacon', 'gh/v2/a/b/c', `gh/v1/${boxId}/down/unlock`])
      await receive(topic, {});
    expect(ports.beaconArrived).not.toHaveBeenCalled();
  });

  it('a beacon that the box did not sign moves no clock: deadlines are reckoned from it', async () => {
    const { beacon, receive, boxId, ports, link, order } = await aLink();
    await receive(upTopic(boxId, 'beacon'), { v: 1, sentMonoMs: 9_000_000 });
    await receive(upTopic(boxId, 'beacon'), beaconMessage.vectors[0]);
    await beacon({ sentMonoMs: 9_000_000 }, newDeviceKey());
    expect(ports.beaconArrived).not.toHaveBeenCalled();
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
  });

  it('endSession forgets the box’s key and clock at once', async () => {
    const { beacon, link, boxId, order, revokeKey, ended } = await aLink();
    await beacon();
    await link.endSession(boxId);
    expect(ended).toEqual([boxId]);
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
    revokeKey();
    await beacon({ sentMonoMs: 60_000 });
    expect(await link.unlock(order)).toEqual({ kind: 'not_sent' });
  });

  it('a replica that has just started asks the boxes it knows for a beacon', async () => {
    const { downs } = await aLink();
    expect(downs('beacon-please')).toEqual([{ v: 1 }]);
  });

  it('a nudge names the revision, and is lost without harm while the broker is down', async () => {
    const { link, boxId, downs, setUp } = await aLink();
    await link.nudge(boxId, 'desired-state', 4);
    await link.nudge(boxId, 'snapshot', 43);
    expect(downs('nudge')).toEqual([
      { v: 1, about: 'desired-state', revision: 4 },
      { v: 1, about: 'snapshot', revision: 43 },
    ]);
    setUp(false);
    await link.nudge(boxId, 'snapshot', 44);
  });
});
