import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import type { ControllerAnswer } from '../../link/controller-tests.ts';
import { createNetworkControllers } from './network.ts';

const NONE = { configured: false, reachable: false, name: null, version: null, problem: null, detail: null } as const;
const ONE = { ...NONE, configured: true, reachable: true, name: 'Gym', version: '9.4.19' };
const tested = (answers: Readonly<Record<string, ControllerAnswer>>) =>
  createNetworkControllers({
    boxesAt: async () => Object.keys(answers) as BoxId[],
    ask: async (boxId) => answers[boxId] ?? 'offline',
  }).test('fac_1' as FacilityId);

describe('Q9 the network controller of a facility', () => {
  it.each([
    [{}, { configured: false, reachable: null, boxId: null }],
    [{ a: NONE }, { configured: false, reachable: null, problem: null }],
    [
      { a: NONE, b: ONE },
      { ...ONE, boxId: 'b' },
    ],
    [
      { a: 'offline', b: ONE },
      { ...ONE, boxId: 'b' },
    ],
    [
      { a: 'offline', b: NONE },
      { configured: null, problem: 'box_offline', boxId: null },
    ],
    [{ a: 'no_answer' }, { configured: null, problem: 'box_silent', reachable: null }],
  ] as const)('of boxes that say %o is %o', async (answers, expected) =>
    expect(await tested(answers)).toMatchObject(expected),
  );
});
