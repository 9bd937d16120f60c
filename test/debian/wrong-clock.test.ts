import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entering } from '../kit/entering.ts';
import { timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';
import { runProgram } from './run-program.ts';

const Status = z.looseObject({ clock: z.looseObject({ wallMs: z.number(), trusted: z.boolean() }) });
/** `$LIB` is the system's folder of libraries, see ld.so(8). */
const LIBRARY = '/usr/$LIB/faketime/libfaketime.so.1';

/**
 * The whole process lives at another time: its TLS library, too, which asks the system and not JavaScript. As on a machine with
 * a wrong wall clock, the monotonic clock and the times of files are left alone.
 */
const livingAt = (time: string) => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME: time,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
});

describe('S5 an agent on a machine whose clock is wrong', () => {
  let site: Site;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
    gym = entering(site);
    await gym.push('M-1');
    await gym.knows('M-1');
  });
  afterAll(() => site?.close());

  it('is given another time by the library that Debian installs', async () => {
    const { output } = await runProgram('env', [`LD_PRELOAD=${LIBRARY}`, 'FAKETIME=-20y', 'date', '+%Y']);
    expect(Number(output)).toBe(new Date(systemClock.wallMs()).getUTCFullYear() - 20);
  });

  it.each(['-20y', '@1970-01-02 00:00:00', '+5y'])(
    'F10 at %s is online within 30 s of its start, opens nothing by itself, and works',
    async (time) => {
      const { happened } = await site.settled();
      await site.stop(site.processes.edge);
      await site.untilOffline();
      const { tookMs } = await timed(async () => {
        await site.startEdge(livingAt(time));
        await site.untilOnline();
      });
      expect(tookMs).toBeLessThan(Seconds(30));
      expect(site.building.moves('front', happened)).toEqual([]);
      expect((await site.unlock()).status).toBe(200);
      expect(site.building.pulses('front', happened)).toBe(1);
      expect(site.building.pulses('studio', happened) + site.building.pulses('car-park', happened)).toBe(0);
      const { clock } = Status.parse(await site.edgeControl('status'));
      expect(clock.trusted).toBe(false);
      expect(Math.abs(clock.wallMs - systemClock.wallMs())).toBeLessThan(Minutes(1));
      expect(await gym.present(gym.member('M-1'))).toMatchObject({ granted: true });
    },
  );
});
