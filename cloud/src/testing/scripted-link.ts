import { randomUUID } from 'node:crypto';
import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Link, LinkAnswer, UnlockOrder } from '../link/link.ts';

/** A link whose box is a function of the test. Counts every command that would have reached a door. */
export const scriptedLink = (
  answer: (order: UnlockOrder) => Promise<LinkAnswer>,
  simulate: Link['simulate'] = simulates,
) => {
  const orders: UnlockOrder[] = [];
  const link: Link = {
    unlock: (order) => {
      orders.push(order);
      return answer(order);
    },
    simulate,
    nudge: async () => undefined,
    nudgeDevice: async () => undefined,
    endDeviceSession: async () => undefined,
    testController: async () => ({
      configured: false,
      reachable: false,
      name: null,
      version: null,
      problem: null,
      detail: null,
    }),
    askForFacts: async () => undefined,
    endSession: async () => undefined,
    close: async () => undefined,
  };
  return { link, orders };
};

/** The answer of a healthy box. */
export const confirms = async (order: UnlockOrder): Promise<LinkAnswer> => ({
  kind: 'outcome',
  outcome: {
    v: 1,
    outcome: 'unlocked',
    commandId: order.commandId,
    boxId: order.boxId,
    doorId: order.doorId,
    bootId: randomUUID() as BootId,
    confirmedBy: 'lock-sense',
    holdSeconds: 5,
    tookMs: 40,
  },
});

/** The answer of a box that drives a simulator. */
export const simulates: Link['simulate'] = async ({ commandId, boxId, doorId, scenario, forMs }) => ({
  kind: 'outcome',
  outcome: { v: 1, outcome: 'simulating', commandId, boxId, doorId, bootId: randomUUID() as BootId, scenario, forMs },
});
