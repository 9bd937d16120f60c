import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { A_BOOT, A_BOX } from '../fakes/journal-on-disk.ts';
import { createBeacons } from './beacons.ts';

const setup = () => {
  const clock = new ManualClock();
  const sent: number[] = [];
  const seen = { silences: 0, cloudTimes: [] as number[] };
  const beacons = createBeacons({
    clock,
    bootId: A_BOOT,
    intervalSeconds: () => 5,
    send: (sentMonoMs) => sent.push(sentMonoMs) > 0,
    onSilence: () => void seen.silences++,
    onCloudTime: ({ cloudWallMs }) => void seen.cloudTimes.push(cloudWallMs),
  });
  const ack = (sentMonoMs: number, bootId = A_BOOT as string) =>
    beacons.acknowledged({ v: 1, bootId: bootId as typeof A_BOOT, sentMonoMs, cloudWallMs: 77 });
  return { clock, sent, seen, beacons, ack };
};

describe('the beacons', () => {
  it('go out at connect and then at their interval, and stop with the connection', async () => {
    const { clock, sent, beacons } = setup();
    await clock.advance(Seconds(3));
    beacons.connected();
    await clock.advance(Seconds(10));
    beacons.disconnected();
    await clock.advance(Seconds(60));
    expect(sent).toEqual([3_000, 8_000, 13_000]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('go out at once when a door changes, one for changes that come together', async () => {
    const { clock, sent, beacons } = setup();
    beacons.soon();
    beacons.connected();
    await clock.advance(Seconds(1));
    for (let i = 0; i < 5; i++) beacons.soon();
    await clock.advance(Milliseconds(20));
    expect(sent).toEqual([0, 1_020]);
    await clock.advance(Seconds(5));
    expect(sent).toEqual([0, 1_020, 6_020]);
  });

  it('that are promised go out before what must not be ahead of them, and only those', async () => {
    const { clock, sent, beacons } = setup();
    beacons.connected();
    await clock.advance(Seconds(1));
    beacons.flush();
    expect(sent).toEqual([0]);
    beacons.soon();
    beacons.flush();
    expect(sent).toEqual([0, 1_000]);
    await clock.advance(Seconds(5));
    expect(sent).toEqual([0, 1_000, 6_000]);
  });

  it('prove that the path is dead when none is answered for 10 s', async () => {
    const { clock, seen, beacons, ack } = setup();
    beacons.connected();
    await clock.advance(Seconds(9));
    ack(5_000);
    await clock.advance(Seconds(10.9));
    expect(seen.silences).toBe(0);
    await clock.advance(Seconds(0.1));
    expect(seen.silences).toBe(1);
  });

  it('are not proven by an answer to an earlier run, to the future, or to a beacon before', async () => {
    const { clock, seen, beacons, ack } = setup();
    beacons.connected();
    ack(0);
    await clock.advance(Seconds(6));
    ack(5_000, A_BOX);
    ack(99_000);
    ack(4_000);
    await clock.advance(Seconds(9));
    expect(seen).toEqual({ silences: 1, cloudTimes: [77, 77] });
  });
});
