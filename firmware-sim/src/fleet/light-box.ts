import { randomUUID } from 'node:crypto';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { BootId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { FACTS_PER_MESSAGE } from '@gatehouse/shared/wire/facts.ts';
import { signJws, verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { downTopic, parseTopic, upTopic } from '@gatehouse/shared/wire/message.ts';
import { type RefusalReason, UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import type { Dice } from '../seeded-random.ts';
import type { BoxApi, BoxKeys } from './box-api.ts';
import { createBoxJournal } from './box-journal.ts';
import { type BoxLink, openBoxLink } from './box-link.ts';
import type { Figures } from './figures.ts';

/** A box without doors, boards and disk: it speaks the device link as a real one does, and pretends the rest. */
export interface LightBox {
  readonly connected: boolean;
  /** Connects, and again whenever the connection ends, until it is closed. */
  start(): void;
  /** The cable is pulled: no goodbye. It comes back as a real box would, after a back-off. */
  cut(): void;
  close(): void;
}

export interface LightBoxDeps {
  readonly clock: Clock;
  readonly dice: Dice;
  readonly keys: BoxKeys;
  readonly api: BoxApi;
  readonly ca: string;
  readonly commandKeys: readonly CommandKey[];
  readonly doorIds: readonly DoorId[];
  /** How long its locks pretend to take. */
  readonly lockTime: Duration;
  readonly beaconEvery: Duration;
  readonly figures: Figures;
}

const BACK_OFF_MS = { first: 500, most: 30_000 };
const REPEATED_MAX = 50;
const FACTS_AGAIN = Seconds(10);

export const createLightBox = (deps: LightBoxDeps): LightBox => {
  const { clock, dice, keys, figures, doorIds } = deps;
  const { boxId, signingKey } = keys;
  const bootId = randomUUID() as BootId;
  const journal = createBoxJournal({ clock, boxId, bootId });
  let connectionId = '';
  let link: BoxLink | undefined;
  let up = false;
  let closed = false;
  let backOffMs = BACK_OFF_MS.first;
  let again: Timer | undefined;
  let beacons: Timer | undefined;
  let factsSent: Timer | undefined;
  let session: Buffer | undefined;
  const done = new Set<string>();
  journal.add({ kind: 'agent.started', data: { version: 'light', after: 'first' } });

  const beacon = (): void => {
    const claims = {
      v: 1,
      bootId,
      connectionId,
      sentMonoMs: clock.monoMs(),
      wallMs: clock.wallMs(),
      clockTrusted: true,
      agentVersion: 'light',
      configRevision: 0,
      journal: { epoch: journal.epoch, lastSeq: journal.lastSeq },
      doors: doorIds.map((doorId) => ({
        doorId,
        lock: 'locked',
        contact: 'closed',
        evidence: 'lock-sense',
        maintenance: NO_MAINTENANCE,
        reachable: true,
        alarms: [],
      })),
    };
    figures.beacons += 1;
    link?.publish(upTopic(boxId, 'beacon'), JSON.stringify({ jws: signJws(claims, signingKey) }));
  };

  /** What waits, again and again until the cloud says that it has it. */
  const sendFacts = (): void => {
    factsSent?.cancel();
    const facts = journal.waiting(FACTS_PER_MESSAGE);
    if (!up || facts.length === 0) return;
    figures.facts += facts.length;
    link?.publish(upTopic(boxId, 'facts'), JSON.stringify({ v: 1, epoch: journal.epoch, facts }));
    factsSent = clock.after(FACTS_AGAIN, sendFacts);
  };

  /** The command that the cloud signed, or `undefined`. */
  const commandIn = (jws: string): UnlockCommand | undefined => {
    const verified = verifyJws(jws, (kid) => {
      const key = deps.commandKeys.find((one) => one.kid === kid);
      return key && importPublicKey(key.publicKey);
    });
    const command = verified.ok ? UnlockCommand.safeParse(verified.payload).data : undefined;
    return command?.boxId === boxId ? command : undefined;
  };
  const refusalOf = ({ bootId: boot, notAfterMonoMs, commandId, doorId }: UnlockCommand): RefusalReason | undefined => {
    if (boot !== bootId) return 'other_boot';
    if (clock.monoMs() > notAfterMonoMs) return 'expired';
    if (done.has(commandId)) return 'repeated';
    return doorIds.includes(doorId) ? undefined : 'unknown_door';
  };
  const answer = ({ commandId, doorId, replyTo }: UnlockCommand, outcome: object): void => {
    const claims = { v: 1, commandId, boxId, doorId, bootId, ...outcome };
    link?.publish(replyTo, JSON.stringify({ jws: signJws(claims, signingKey) }));
  };
  const pretend = (command: UnlockCommand): void => {
    const { commandId, eventId, doorId, origin } = command;
    if (done.size >= REPEATED_MAX) done.clear();
    done.add(commandId);
    const named = { doorId, commandId, eventId };
    const beganMs = clock.monoMs();
    journal.add({ kind: 'unlock.accepted', data: { ...named, origin } });
    clock.after(deps.lockTime, () => {
      const tookMs = clock.monoMs() - beganMs;
      answer(command, { outcome: 'unlocked', confirmedBy: 'lock-sense', holdSeconds: 5, tookMs });
      journal.add(
        { kind: 'lock.moved', data: { doorId, to: 'unlocked', cause: 'unlock', commandId } },
        { kind: 'unlock.confirmed', data: { ...named, confirmedBy: 'lock-sense', holdSeconds: 5, tookMs } },
        { kind: 'lock.moved', data: { doorId, to: 'locked', cause: 'relock' } },
      );
      sendFacts();
    });
  };
  const unlock = (jws: string): void => {
    const command = commandIn(jws);
    if (command === undefined) {
      figures.error('a command that is none');
      return;
    }
    figures.commands += 1;
    const reason = refusalOf(command);
    if (reason === undefined) pretend(command);
    else answer(command, { outcome: 'refused', reason, monoMs: clock.monoMs() });
  };

  const hear = (topic: string, text: string): void => {
    const parsed = parseTopic(topic);
    if (parsed?.direction !== 'down') return;
    const payload = JSON.parse(text) as { sentMonoMs?: number; epoch?: string; through?: number; jws?: string };
    switch (parsed.name) {
      case 'beacon-ack':
        figures.acks += 1;
        figures.ackTimes.add(clock.monoMs() - (payload.sentMonoMs ?? 0));
        return;
      case 'beacon-please':
        beacon();
        return;
      case 'facts-ack':
        figures.factsStored += journal.stored(payload.epoch ?? '', payload.through ?? 0);
        sendFacts();
        return;
      case 'unlock':
        unlock(payload.jws ?? '');
        return;
      default:
    }
  };

  const comeBack = (): void => {
    if (closed) return;
    // Shortened by up to half at random, so that a fleet does not come back all at once.
    const waitMs = dice.between(Math.floor(backOffMs / 2), backOffMs);
    backOffMs = Math.min(BACK_OFF_MS.most, backOffMs * 2);
    again = clock.after(Milliseconds(waitMs), () => void dial());
  };
  const ended = (why: string): void => {
    if (up) figures.drops += 1;
    else if (!closed) figures.error(why);
    up = false;
    link = undefined;
    beacons?.cancel();
    factsSent?.cancel();
    comeBack();
  };
  const dial = async (): Promise<void> => {
    const beganMs = clock.monoMs();
    connectionId = randomUUID();
    try {
      const { token, brokerUrl } = await deps.api.token();
      if (closed) return;
      link = openBoxLink({
        clock,
        brokerUrl,
        token,
        from: keys.from,
        session,
        ca: deps.ca,
        boxId,
        filter: downTopic(boxId, '+'),
        will: { topic: upTopic(boxId, 'gone'), payload: JSON.stringify({ v: 1, bootId, connectionId }) },
        onSession: (ticket) => {
          session = ticket;
        },
        onMessage: (topic, text) => {
          try {
            hear(topic, text);
          } catch (error) {
            figures.error(`a message: ${(error as Error).message.slice(0, 80)}`);
          }
        },
        onUp: () => {
          up = true;
          backOffMs = BACK_OFF_MS.first;
          figures.connects += 1;
          figures.connectTimes.add(clock.monoMs() - beganMs);
          beacon();
          sendFacts();
          // Each at a moment of its own, or the whole fleet would beat as one.
          beacons = clock.after(Milliseconds(dice.between(0, deps.beaconEvery)), () => {
            beacons = clock.every(deps.beaconEvery, beacon);
          });
        },
        onEnd: ended,
      });
    } catch (error) {
      figures.error((error as Error).message.replace(/^https:\/\/[^/]+/, '').slice(0, 100));
      comeBack();
    }
  };

  return {
    get connected() {
      return up;
    },
    start: () => void dial(),
    cut: () => link?.cut(),
    close: () => {
      closed = true;
      again?.cancel();
      link?.close();
    },
  };
};
