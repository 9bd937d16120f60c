import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { CommandId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';
import { downTopic, replyTopic } from '@gatehouse/shared/wire/message.ts';
import { UnlockCommand, type UnlockOutcome, unlockMessage } from '@gatehouse/shared/wire/unlock.ts';
import type { BoxClocks, BoxTime } from './box-clocks.ts';
import { type Broker, BrokerDown } from './broker.ts';
import type { Drop } from './drop-log.ts';
import type { LinkAnswer, UnlockOrder } from './link.ts';

export interface UnlockExchangeDeps {
  readonly clock: Clock;
  readonly clocks: BoxClocks;
  readonly broker: Broker;
  readonly replica: string;
  readonly signingKey: SigningKey;
  readonly drop: Drop;
}

export interface UnlockExchange {
  unlock(order: UnlockOrder): Promise<LinkAnswer>;
  /** An outcome whose signature and sender have been checked. */
  outcome(outcome: UnlockOutcome): void;
  close(): void;
}

/** Commands under way at once; beyond it something is wrong with the boxes or with us. */
const PENDING_MAX = 10_000;
/** The box's verdict needs this long to reach us, in ms. */
const VERDICT_TRAVEL_MS = 1_000;
const JUDGE_MS = { least: 100, most: 30_000 };

interface Pending {
  readonly order: UnlockOrder;
  /** On our own monotonic clock. */
  readonly startBeforeMs: number;
  readonly answerBeforeMs: number;
  readonly answer: (answer: LinkAnswer) => void;
  readonly timer: Timer;
  bootId: string;
  retried: boolean;
}

/**
 * Unlock commands and their outcomes, matched by command id. INVARIANTS: a command names the box's boot and a latest
 * start on the box's own clock that lies before the caller gives up; it is sent a second time only because the box named
 * another boot, and only once; a refusal of a copy does not end the wait for the original; whatever ends the wait, nothing of it is left here.
 */
export const createUnlockExchange = (deps: UnlockExchangeDeps): UnlockExchange => {
  const { clock, broker, drop } = deps;
  const pending = new Map<CommandId, Pending>();

  const finish = (commandId: CommandId, answer: LinkAnswer) => {
    const found = pending.get(commandId);
    if (found === undefined) return;
    pending.delete(commandId);
    found.timer.cancel();
    found.answer(answer);
  };

  const send = (waiting: Pending, box: BoxTime): Promise<void> => {
    const { startWithinMs: _, answerWithinMs: __, ...order } = waiting.order;
    const nowMs = clock.monoMs();
    const judgeMs = Math.round(waiting.answerBeforeMs - nowMs - VERDICT_TRAVEL_MS);
    waiting.bootId = box.bootId;
    const command = UnlockCommand.parse({
      v: 1,
      ...order,
      bootId: box.bootId,
      notAfterMonoMs: box.monoMs + (waiting.startBeforeMs - nowMs),
      judgeAfterMs: Math.min(JUDGE_MS.most, Math.max(JUDGE_MS.least, judgeMs)),
      replyTo: replyTopic(deps.replica, order.boxId),
    });
    return broker.publish(
      downTopic(order.boxId, unlockMessage.name),
      JSON.stringify({ jws: signJws(command, deps.signingKey) }),
    );
  };

  const retry = (waiting: Pending, outcome: UnlockOutcome & { outcome: 'refused' }) => {
    if (outcome.bootId === waiting.bootId) {
      drop(outcome.boxId, 'a repeated refusal');
      return;
    }
    if (waiting.retried || clock.monoMs() >= waiting.startBeforeMs) {
      finish(outcome.commandId, { kind: 'outcome', outcome });
      return;
    }
    waiting.retried = true;
    // Nothing goes out if the broker is down by now: then the wait ends by its own deadline.
    send(waiting, { bootId: outcome.bootId, monoMs: outcome.monoMs }).catch(() => undefined);
  };

  return {
    unlock: (order) => {
      if (pending.has(order.commandId)) throw new Bug(`command ${order.commandId} is already under way`);
      const box = deps.clocks.now(order.boxId);
      if (box === undefined || !broker.isUp() || pending.size >= PENDING_MAX)
        return Promise.resolve({ kind: 'not_sent' });
      return new Promise((resolve, reject) => {
        const nowMs = clock.monoMs();
        const waiting: Pending = {
          order,
          startBeforeMs: nowMs + order.startWithinMs,
          answerBeforeMs: nowMs + order.answerWithinMs,
          answer: resolve,
          timer: clock.after(Milliseconds(order.answerWithinMs), () => finish(order.commandId, { kind: 'no_answer' })),
          bootId: box.bootId,
          retried: false,
        };
        pending.set(order.commandId, waiting);
        send(waiting, box).catch((error: unknown) => {
          if (error instanceof BrokerDown) {
            finish(order.commandId, { kind: 'not_sent' });
            return;
          }
          pending.delete(order.commandId);
          waiting.timer.cancel();
          reject(error);
        });
      });
    },
    outcome: (outcome) => {
      const waiting = pending.get(outcome.commandId);
      if (waiting === undefined || waiting.order.boxId !== outcome.boxId || waiting.order.doorId !== outcome.doorId) {
        drop(outcome.boxId, 'an outcome nobody waits for');
        return;
      }
      const refusal = outcome.outcome === 'refused' ? outcome : undefined;
      if (refusal?.reason === 'other_boot') retry(waiting, refusal);
      // A copy of the command came after it: what came of the command itself is still on its way.
      else if (refusal?.reason === 'repeated') drop(outcome.boxId, 'the refusal of a copy');
      else finish(outcome.commandId, { kind: 'outcome', outcome });
    },
    close: () => {
      for (const commandId of [...pending.keys()]) finish(commandId, { kind: 'no_answer' });
    },
  };
};
