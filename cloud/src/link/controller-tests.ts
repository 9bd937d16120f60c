import { randomUUID } from 'node:crypto';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import {
  type ControllerTested,
  type controllerTestedMessage,
  controllerTestMessage,
} from '@gatehouse/shared/wire/network-controller.ts';
import type { z } from 'zod';
import type { BoxClocks } from './box-clocks.ts';

/** What a box said, or that it is not there, or said nothing: one of an earlier release knows no such question. */
export type ControllerAnswer = ControllerTested | 'offline' | 'no_answer';

/** A box gives up after six seconds itself. */
const ANSWERS_WITHIN = Seconds(8);
const PENDING_MAX = 1_000;

/** Questions to boxes about the network controllers beside them. Every replica hears each answer; one waits for it. */
export const createControllerTests = (deps: {
  readonly clock: Pick<Clock, 'after'>;
  readonly clocks: Pick<BoxClocks, 'now'>;
  readonly tell: (boxId: BoxId, name: string, payload: unknown) => Promise<void>;
}) => {
  const pending = new Map<string, { readonly boxId: BoxId; readonly answer: (answer: ControllerAnswer) => void }>();
  return {
    ask: (boxId: BoxId): Promise<ControllerAnswer> => {
      if (deps.clocks.now(boxId) === undefined || pending.size >= PENDING_MAX) return Promise.resolve('offline');
      return new Promise((resolve) => {
        const id = randomUUID();
        const answer = (given: ControllerAnswer) => {
          late.cancel();
          pending.delete(id);
          resolve(given);
        };
        const late = deps.clock.after(ANSWERS_WITHIN, () => answer('no_answer'));
        pending.set(id, { boxId, answer });
        void deps.tell(boxId, controllerTestMessage.name, { v: 1, id });
      });
    },
    answered: (boxId: BoxId, { v: _, id, ...tested }: z.infer<typeof controllerTestedMessage.payload>): void => {
      const waiting = pending.get(id);
      if (waiting?.boxId === boxId) waiting.answer(tested);
    },
    close: () => {
      for (const { answer } of [...pending.values()]) answer('no_answer');
    },
  };
};
