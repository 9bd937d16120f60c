import { describe, expect, it } from 'vitest';
import { createFaults, Fault } from './faults.ts';
import { createLog } from './log.ts';

describe('faults that somebody wants', () => {
  it('come in the order in which they were wanted, each as often as was said', () => {
    const faults = createFaults(['refuse', 'cut']);
    faults.want({ kind: 'refuse', times: 2 }, { kind: 'cut' });
    expect(['/', '/', '/', '/'].map((at) => faults.take(at)?.kind)).toEqual(['refuse', 'refuse', 'cut', 'cut']);
    expect(faults.wanted()).toEqual([{ kind: 'cut' }]);
    faults.clear();
    expect(faults.take('/')).toBeUndefined();
  });

  it('come where they were wanted, and only where they can', () => {
    const faults = createFaults(['refuse', 'cut']);
    faults.want({ kind: 'cut', at: '/v1/pay', times: 1 }, { kind: 'refuse', times: 1 });
    expect(faults.take('/v1/list', ['cut'])).toBeUndefined();
    expect(faults.take('/v1/payments')?.kind).toBe('cut');
    expect(faults.take('/v1/list')?.kind).toBe('refuse');
  });

  it('are of a kind that the service knows', () => {
    expect(() => createFaults(['refuse']).want({ kind: 'page' })).toThrow('page');
    for (const wrong of [{ kind: 'explode' }, { kind: 'cut', times: 0 }, { kind: 'cut', soon: true }, {}])
      expect(Fault.safeParse(wrong).success).toBe(false);
  });
});

describe('what came', () => {
  it('makes room for what comes, by count and by size', () => {
    const log = createLog<{ atMs: number; what: string; bytes: number }>(({ bytes }) => bytes);
    for (let atMs = 0; atMs < 250; atMs++) log.add({ atMs, what: '', bytes: 1 });
    expect([log.entries.length, log.entries[0]?.atMs]).toEqual([200, 50]);
    log.add({ atMs: 250, what: '', bytes: 32 * 1024 * 1024 });
    expect(log.entries).toMatchObject([{ atMs: 250 }]);
    log.add({ atMs: 251, what: '', bytes: 33 * 1024 * 1024 });
    expect(log.entries).toMatchObject([{ atMs: 251 }]);
  });
});
