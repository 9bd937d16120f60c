import { describe, expect, it } from 'vitest';
import { Milliseconds, Seconds } from '../time/duration.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { createLoginLimiter } from './login-limiter.ts';

describe('N8 the login limiter', () => {
  const setup = () => {
    const clock = new ManualClock();
    const limiter = createLoginLimiter(clock);
    /** How long a failure has to wait for its answer, in ms. */
    const waitOf = async (address: string, clientId: string): Promise<number> => {
      let told = false;
      void limiter.failed(address, clientId).then(() => {
        told = true;
      });
      for (let ms = 0; ; ms += 250) {
        await clock.advance(Milliseconds(ms === 0 ? 0 : 250));
        if (told) return ms;
      }
    };
    return { clock, waitOf };
  };

  it('slows down one client id at one address, up to three seconds, and never refuses', async () => {
    const { waitOf } = setup();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) waits.push(await waitOf('192.0.2.1', 'box-1'));
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    expect(waits.slice(3)).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000]);
    expect(await waitOf('192.0.2.1', 'box-2')).toBe(0);
    expect(await waitOf('192.0.2.2', 'box-1')).toBe(0);
  });

  it('slows down a network that tries many names, an IPv6 household as one, and forgets within a minute', async () => {
    const { waitOf, clock } = setup();
    for (let i = 0; i < 20; i++) expect(await waitOf(`2001:db8::${i}`, `client-${i}`)).toBe(0);
    expect(await waitOf('2001:db8::ffff', 'another')).toBeGreaterThan(0);
    expect(await waitOf('2001:db8:0:1::1', 'another')).toBe(0);
    await clock.advance(Seconds(61));
    expect(await waitOf('2001:db8::1', 'another')).toBe(0);
  });
});
