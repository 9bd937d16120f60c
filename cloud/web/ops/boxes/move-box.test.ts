import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../client/client.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { moveBox } from './move-box.ts';

const refused = (code: string) =>
  new RefusedError({
    status: 409,
    code,
    message: '',
    requestId: undefined,
    fields: [],
    retryAfterSeconds: undefined,
    body: {},
  });

/** A cloud that answers a move with these, one after another. */
const cloud = (...moves: (Error | undefined)[]) => {
  const asked: [string, unknown][] = [];
  const ask = vi.fn(async (name: string, { body }: { body?: unknown }) => {
    asked.push([name.replace(/.*door-controllers\/|.*devices\//, ''), body]);
    if (name.startsWith('GET')) return { desired: { version: 7, doors: [{ doorId: 'door_1' }] } };
    const answer = name.includes('/move/') ? moves.shift() : undefined;
    if (answer !== undefined) throw answer;
    return {};
  });
  const wait = vi.fn(async () => {});
  return { asked, wait, deps: { ask: ask as unknown as Client['ask'], wait } };
};
const MOVE = { uuid: 'box_1', from: 'fac_1', to: 'fac_2', release: [] };

describe('a box that was claimed to the wrong gym', () => {
  it('loses the doors first that it was given there, and moves once it has let go', async () => {
    const { asked, wait, deps } = cloud(refused('box_not_settled'), refused('box_not_settled'), undefined);
    await moveBox(deps, { ...MOVE, release: ['door_1', 'door_2'] });
    const move = ['move/{club}', { uuid: 'box_1', toFacilityId: 'fac_2' }];
    expect(asked).toEqual([
      ['config/{uuid}', undefined],
      ['update/{club}', { uuid: 'box_1', expectedVersion: 7, release: ['door_1'] }],
      move,
      move,
      move,
    ]);
    expect(wait).toHaveBeenCalledTimes(2);
  });

  it('is not moved while it drives doors, nor waited for longer than somebody does', async () => {
    const driving = cloud(refused('box_has_doors'));
    await expect(moveBox(driving.deps, MOVE)).rejects.toThrow(RefusedError);
    expect([driving.asked.length, driving.wait.mock.calls.length]).toEqual([1, 0]);
    const silent = cloud(...Array.from({ length: 20 }, () => refused('box_not_settled')));
    await expect(moveBox(silent.deps, MOVE)).rejects.toThrow(RefusedError);
    expect(silent.asked).toHaveLength(15);
  });
});
