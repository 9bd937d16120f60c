import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, CommandId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';
import { downTopic, replyTopic } from '@gatehouse/shared/wire/message.ts';
import type { BoxClocks, BoxTime } from './box-clocks.ts';
import { type Broker, BrokerDown } from './broker.ts';
import type { Drop } from './drop-log.ts';
import type { LinkAnswer } from './link.ts';

/** What every order to a box has. */
export interface Order {
  readonly commandId: CommandId;
  readonly boxId: BoxId;
  readonly doorId: DoorId;
  /** The box may start at the latest this long after now, in ms. */
  readonly startWithinMs: number;
  /** The caller waits this long for the outcome, in ms. */
  readonly answerWithinMs: number;
}

/** What every outcome of a box has. */
export type Outcome = Pick<Order, 'commandId' | 'boxId' | 'doorId'> & Pick<BoxTime, 'bootId'>;

/** What makes a signed command of an order, at the moment of its sending. */
export interface CommandStamp extends Pick<BoxTime, 'bootId'> {
  readonly notAfterMonoMs: number;
  readonly replyTo: string;
  /** How long the caller still waits, in ms. */
  readonly waitsMs: number;
}

/** One kind of command: how it is written, and what of its outcomes refuses it. */
export interface CommandKind<O extends Order, R extends Outcome> {
  readonly message: string;
  readonly write: (order: O, stamp: CommandStamp) => object;
  readonly refusal: (outcome: R) => { readonly reason: string; readonly monoMs: number } | undefined;
}

export interface CommandExchangeDeps {
  readonly clock: Clock;
  readonly clocks: BoxClocks;
  readonly broker: Broker;
  readonly replica: string;
  readonly signingKey: SigningKey;
  readonly drop: Drop;
}

export interface CommandExchange<O extends Order, R extends Outcome> {
  send(order: O): Promise<LinkAnswer<R>>;
  /** An outcome whose signature and sender have been checked. */
  outcome(outcome: R): void;
  close(): void;
}

/** Commands under way at once; beyond it something is wrong with the boxes or with us. */
const PENDING_MAX = 10_000;

interface Pending<O, R> {
  readonly order: O;
  /** On our own monotonic clock. */
  readonly startBeforeMs: number;
  readonly answerBeforeMs: number;
  readonly answer: (answer: LinkAnswer<R>) => void;
  readonly timer: Timer;
  bootId: string;
  retried: boolean;
}

/**
 * Commands of one kind and their outcomes, matched by command id. INVARIANTS: a command names the box's boot and a
 * latest start on the box's own clock that lies before the caller gives up; it is sent a second time only because the
 * box named another boot, and only once; a refusal of a copy does not end the wait for the original; whatever ends the
 * wait, nothing of it is left here.
 */
export const createCommandExchange = <O extends Order, R extends Outcome>(
  kind: CommandKind<O, R>,
  deps: CommandExchangeDeps,
): CommandExchange<O, R> => {
  const { clock, broker, drop } = deps;
  const pending = new Map<CommandId, Pending<O, R>>();

  const finish = (commandId: CommandId, answer: LinkAnswer<R>) => {
    const found = pending.get(commandId);
    if (found === undefined) return;
    pending.delete(commandId);
    found.timer.cancel();
    found.answer(answer);
  };

  const publish = (waiting: Pending<O, R>, box: BoxTime): Promise<void> => {
    const { order } = waiting;
    const nowMs = clock.monoMs();
    waiting.bootId = box.bootId;
    const command = kind.write(order, {
      bootId: box.bootId,
      notAfterMonoMs: box.monoMs + (waiting.startBeforeMs - nowMs),
      replyTo: replyTopic(deps.replica, order.boxId),
      waitsMs: waiting.answerBeforeMs - nowMs,
    });
    return broker.publish(
      downTopic(order.boxId, kind.message),
      JSON.stringify({ jws: signJws(command, deps.signingKey) }),
    );
  };

  const retry = (waiting: Pending<O, R>, outcome: R, monoMs: number) => {
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
    publish(waiting, { bootId: outcome.bootId, monoMs }).catch(() => undefined);
  };

  return {
    send: (order) => {
      if (pending.has(order.commandId)) throw new Bug(`command ${order.commandId} is already under way`);
      const box = deps.clocks.now(order.boxId);
      if (box === undefined || !broker.isUp() || pending.size >= PENDING_MAX)
        return Promise.resolve({ kind: 'not_sent' });
      return new Promise((resolve, reject) => {
        const nowMs = clock.monoMs();
        const waiting: Pending<O, R> = {
          order,
          startBeforeMs: nowMs + order.startWithinMs,
          answerBeforeMs: nowMs + order.answerWithinMs,
          answer: resolve,
          timer: clock.after(Milliseconds(order.answerWithinMs), () => finish(order.commandId, { kind: 'no_answer' })),
          bootId: box.bootId,
          retried: false,
        };
        pending.set(order.commandId, waiting);
        publish(waiting, box).catch((error: unknown) => {
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
      const refusal = kind.refusal(outcome);
      if (refusal?.reason === 'other_boot') retry(waiting, outcome, refusal.monoMs);
      // A copy of the command came after it: what came of the command itself is still on its way.
      else if (refusal?.reason === 'repeated') drop(outcome.boxId, 'the refusal of a copy');
      else finish(outcome.commandId, { kind: 'outcome', outcome });
    },
    close: () => {
      for (const commandId of [...pending.keys()]) finish(commandId, { kind: 'no_answer' });
    },
  };
};
