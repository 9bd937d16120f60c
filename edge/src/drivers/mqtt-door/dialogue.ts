import {
  ControllerBeacon,
  type ControllerCommand,
  ControllerConfirm,
  ControllerState,
  controllerBeaconMessage,
  controllerCommandMessage,
  controllerConfirmMessage,
  controllerReportMessage,
  controllerStateMessage,
} from '@gatehouse/shared/local/controller.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { LocalPort } from '../../broker/local-port.ts';
import { BoardError } from '../driver.ts';
import { createControllerClock } from './controller-clock.ts';

/** What one controller is asked to do, but for the id, the run and the deadline. */
export type Order =
  | { readonly op: 'set'; readonly relay: number; readonly energised: boolean }
  | { readonly op: 'pulse'; readonly relay: number; readonly energised: boolean; readonly forMs: number };

export type Answer<T> =
  | { readonly kind: 'answer'; readonly value: T; readonly sentMs: number }
  | { readonly kind: 'silence' };

/** Questions to one controller and the answers that belong to them. */
export interface Dialogue {
  /** Asks for its state. Throws a `BoardError` where nothing can be sent. */
  report(sent: boolean): Promise<Answer<ControllerState>>;
  /** Whether a deadline on the controller's own clock can be named. */
  knowsClock(): boolean;
  /** Sends one order under `id`; only when `knowsClock`. Throws a `BoardError` where nothing can be sent. */
  command(id: string, order: Order, sent: boolean): Promise<Answer<ControllerConfirm>>;
  close(): void;
}

export interface DialogueDeps {
  readonly client: string;
  readonly local: LocalPort;
  readonly clock: Clock;
  readonly answerWithinMs: number;
  readonly newId: () => string;
}

export const createDialogue = ({ client, local, clock, answerWithinMs, newId }: DialogueDeps): Dialogue => {
  const theirs = createControllerClock();
  const waiting = new Map<string, { answered(value: unknown): void; fail(error: BoardError): void }>();
  let closed = false;

  const heard = ({ boot, monoMs }: { boot: string; monoMs: number }) => theirs.heard(boot, monoMs, clock.monoMs());
  const settle = (id: string | undefined, value: unknown) => {
    if (id !== undefined) waiting.get(id)?.answered(value);
  };
  const hear: Readonly<Record<string, (payload: unknown) => void>> = {
    [controllerBeaconMessage.name]: (payload) => {
      const beacon = ControllerBeacon.safeParse(payload).data;
      if (beacon !== undefined) heard(beacon);
    },
    [controllerStateMessage.name]: (payload) => {
      const state = ControllerState.safeParse(payload).data;
      if (state === undefined) return;
      heard(state);
      settle(state.answers, state);
    },
    [controllerConfirmMessage.name]: (payload) => {
      const confirm = ControllerConfirm.safeParse(payload).data;
      if (confirm === undefined) return;
      heard(confirm);
      settle(confirm.id, confirm);
    },
  };
  const deaf = local.listen(client, {
    onMessage: (name, payload) => hear[name]?.(payload),
    onPresence: () => {
      theirs.forget();
      for (const { fail } of [...waiting.values()]) fail(gone(true));
    },
  });
  const gone = (sent: boolean) => new BoardError('gone', sent, `${client} is not connected`);
  const shut = (sent: boolean) => new BoardError('closed', sent, 'the bus was closed');

  /** Sends and waits: for the answer that names `id`, for the end of its time, or for whatever ends it before. */
  const ask = <T>(id: string, sending: Parameters<LocalPort['send']>[1], sent: boolean): Promise<Answer<T>> => {
    if (closed) throw shut(sent);
    const sentMs = clock.monoMs();
    const answer = new Promise<Answer<T>>((resolve, reject) => {
      const end = () => {
        timer.cancel();
        waiting.delete(id);
      };
      const timer = clock.after(Milliseconds(answerWithinMs), () => {
        end();
        resolve({ kind: 'silence' });
      });
      waiting.set(id, {
        answered: (value) => {
          end();
          resolve({ kind: 'answer', value: value as T, sentMs });
        },
        fail: (error) => {
          end();
          reject(error);
        },
      });
    });
    if (!local.send(client, sending)) waiting.get(id)?.fail(gone(sent));
    return answer;
  };

  return {
    report: (sent) => {
      const id = newId();
      return ask(id, { name: controllerReportMessage.name, payload: { v: 1, id } }, sent);
    },
    knowsClock: () => theirs.at(0) !== undefined,
    command: (id, order, sent) => {
      const at = theirs.at(clock.monoMs());
      if (at === undefined) throw gone(sent);
      const notAfterMonoMs = Math.max(0, at.monoMs + answerWithinMs);
      const payload: ControllerCommand = { v: 1, id, boot: at.boot, notAfterMonoMs, ...order };
      return ask(id, { name: controllerCommandMessage.name, payload }, sent);
    },
    close: () => {
      closed = true;
      deaf();
      for (const { fail } of [...waiting.values()]) fail(shut(true));
    },
  };
};
