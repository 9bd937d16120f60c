import { describe, expect, it } from 'vitest';
import { uptimeOf } from './box-uptime.ts';

const box = { boxId: 'b', name: null, claimedAt: 0, isHeard: true };
const went = (at: number) => ({ boxId: 'b', at, online: false });
const came = (at: number) => ({ boxId: 'b', at, online: true });
const period = { from: 100, to: 200 };

describe('how long a box was there', () => {
  it('is all of the period, or none, by what it is now where nothing was seen since', () => {
    expect(uptimeOf(box, [], period, 300)).toMatchObject({ upMs: 100, awayTimes: 0, known: period });
    expect(uptimeOf({ ...box, isHeard: false }, [], period, 300)).toMatchObject({ upMs: 0, awayTimes: 1 });
  });

  it('is told by what came after the period too: who comes back later was away in it', () => {
    expect(uptimeOf(box, [came(250)], period, 300)).toMatchObject({ upMs: 0, awayTimes: 1 });
    expect(uptimeOf({ ...box, isHeard: false }, [went(250)], period, 300)).toMatchObject({ upMs: 100, awayTimes: 0 });
  });

  it('counts each absence, of this box alone', () => {
    const others = { ...went(110), boxId: 'other' };
    const seen = [others, went(120), came(130), went(180), came(220)];
    expect(uptimeOf(box, seen, period, 300)).toMatchObject({ upMs: 70, awayTimes: 2 });
    expect(uptimeOf(box, [came(110), went(150)], period, 300)).toMatchObject({ upMs: 40, awayTimes: 2 });
  });

  it('is not said of a time before the box was here, nor of one that nobody has looked at', () => {
    expect(uptimeOf({ ...box, claimedAt: 160 }, [], period, 300)).toMatchObject({
      upMs: 40,
      known: { from: 160, to: 200 },
    });
    expect(uptimeOf(box, [went(120), came(130)], period, 130)).toMatchObject({
      upMs: 20,
      known: { from: 100, to: 130 },
    });
    expect(uptimeOf({ ...box, claimedAt: 500 }, [], period, 300)).toMatchObject({
      upMs: 0,
      known: { from: 500, to: 500 },
    });
  });
});
