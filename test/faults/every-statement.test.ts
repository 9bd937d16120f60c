import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Outside } from './cloud-in-memory.ts';
import { allCases, type Case, survivesOn } from './every-statement.ts';

const outside = vi.hoisted(() => ({}) as Outside);
vi.mock('@gatehouse/edge/identity/cloud-https.ts', async (original) => ({
  ...(await original<object>()),
  cloudHttps: () => outside.cloud,
}));
vi.mock('@gatehouse/edge/uplink/mqtt-connection.ts', () => ({
  openConnection: (...given: Parameters<Outside['openConnection']>) => outside.openConnection(...given),
}));
vi.mock('@gatehouse/edge/access/writer.ts', () => ({
  createWriter: (...given: Parameters<Outside['createWriter']>) => outside.createWriter(...given),
}));
vi.mock('@gatehouse/edge/drivers/registry.ts', () => ({
  loadDriver: async () => ({ kind: 'memory', config: { parse: (raw: unknown) => raw }, open: () => outside.openBus() }),
}));

// Files of one worker share what they have loaded: the next one's agents are to have what is real.
afterAll(() => vi.resetModules());

/** Fails each of these once. */
const tryAll = async (cases: readonly Case[]): Promise<void> => {
  const survives = await survivesOn(outside);
  const failed: string[] = [];
  for (const one of cases)
    await survives
      .check(one)
      .catch((error: unknown) => failed.push(`${JSON.stringify(one)}: ${(error as Error).message}`));
  expect(failed).toEqual([]);
  await survives.end();
};

describe('F9 a disk that fails at one statement', () => {
  it('ends no agent, moves no lock and keeps nobody out, at a few that are far apart', async () => {
    const cases = await allCases(outside);
    expect(cases.length).toBeGreaterThan(300);
    await tryAll(cases.filter((_, index) => index % 160 === 0));
  });

  it('nor at any other, whatever the error', { tags: 'long', timeout: 900_000 }, async () => {
    await tryAll(await allCases(outside));
  });
});

describe('S4 a disk that takes nothing for minutes, from the start on', () => {
  it('keeps nobody out and ends no agent: entries, beacons and the panel go on, and what was lost is said', async () => {
    const survives = await survivesOn(outside);
    await survives.checkFull();
    await survives.end();
  });
});
