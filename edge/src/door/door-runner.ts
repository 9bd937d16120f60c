import type { DoorConfig, MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log } from '../drivers/driver.ts';
import { createAnswers } from './answers.ts';
import type { Station } from './board-station.ts';
import { createDoorInputs, type StationsOf } from './door-inputs.ts';
import { step } from './door-machine.ts';
import { afresh, type Door, type DoorEffect, type DoorInput, doorDueMs, NEW_DOOR, traitsOf } from './door-state.ts';
import { createDoorWriter } from './door-writer.ts';
import type { DoorFact } from './leaf-machine.ts';
import { demandedState, LOCK_AT_REST } from './lock-state.ts';
import type { DoorPart, DoorRunner } from './running-door.ts';

export interface DoorRunnerDeps {
  readonly config: DoorConfig;
  readonly stations: StationsOf;
  readonly clock: Clock;
  readonly log: Log;
  /** What the door starts with: its maintenance, its lockdown, and a fire that was latched before a change of configuration. */
  readonly mode: MaintenanceMode;
  readonly lockdown: boolean;
  readonly fireLatched: boolean;
  readonly record: (fact: FactBody) => void;
  /** The key switch was read: for the first time since its board answers, or in another position. */
  readonly keyFound: (turned: boolean) => void;
  readonly changed: () => void;
}

/** For how long after a change the inputs are watched closely although nobody waits for an answer. */
const ATTENTIVE_MS = 3_000;
const BRING_UP_RETRY_MS = 250;

export const createDoorRunner = (deps: DoorRunnerDeps): DoorRunner => {
  const { config, stations, clock, log } = deps;
  const { doorId } = config;
  let latest = config;
  let traits = traitsOf(config);
  const atRest = config.relayEnergisedMeans === 'locked';
  const all = [...new Set(Object.values(stations).filter((station) => station !== null))] as readonly Station[];
  const vital = [...new Set([stations.relay, ...(stations.evidence ? [stations.evidence] : [])])];

  let door: Door = {
    ...NEW_DOOR,
    lock: { ...LOCK_AT_REST, mode: deps.mode, lockdown: deps.lockdown, fire: deps.fireLatched ? 'latched' : 'clear' },
  };
  let [up, bringingUp] = [false, false];
  let [closing, closed] = [false, false];
  let changedMs = -Infinity;
  let timer: Timer | undefined;
  let retry: Timer | undefined;
  const answers = createAnswers();
  const firstTry = Promise.withResolvers<void>();

  // Adding the id to a fact of any kind makes a fact of that kind, which the type checker cannot follow.
  const record = (fact: DoorFact): void => deps.record({ kind: fact.kind, data: { doorId, ...fact.data } } as FactBody);

  const perform = (effect: DoorEffect): void => {
    if (effect.do === 'pulse') writer.pulse(effect.for);
    else if (effect.do === 'lock') writer.lock();
    else if (effect.do === 'verify') writer.verify();
    else if (effect.do === 'record') record(effect.fact);
    else answers.give(effect.entry.order.id, effect.verdict);
  };

  /** A broken expectation of ours: this door goes to rest and starts afresh, but never over a way out. */
  const onError = (error: unknown): void => {
    log.error({ doorId, err: error }, 'a door failed; bringing it to rest');
    answers.giveAll('relay_fault');
    door = afresh(door, clock.monoMs());
    if (demandedState(door.lock) === 'rest') writer.lock();
    schedule();
  };

  const schedule = (): void => {
    timer?.cancel();
    const dueMs = doorDueMs(traits, door);
    if (closed || dueMs === Infinity) return;
    timer = clock.after(Milliseconds(dueMs - clock.monoMs()), () => feed({ on: 'tick' }));
  };

  const feed = (input: DoorInput): void => {
    if (closed) return;
    try {
      const [next, ...effects] = step(traits, door, input, clock.monoMs());
      const moved = next !== door;
      door = next;
      for (const effect of effects) perform(effect);
      if (moved) changedMs = clock.monoMs();
      if (moved || input.on === 'tick') schedule();
      if (moved) deps.changed();
      if (input.on === 'release' || input.on === 'pulsed') stations.evidence?.hurry();
    } catch (error) {
      onError(error);
    }
  };

  const writer = createDoorWriter({
    config,
    board: stations.relay.board,
    clock,
    door: () => door,
    feed,
    up: () => up && !closed,
    onError,
  });

  const setFire = (active: boolean): void => {
    if (active === (door.lock.fire === 'active')) return;
    if (door.lock.fire === 'clear') record({ kind: 'fire.raised', data: {} });
    feed({ on: 'fire', active });
  };
  const setRex = (active: boolean): void => {
    if (active === door.lock.rex) return;
    record({ kind: 'rex.changed', data: { active } });
    feed({ on: 'rex', active });
  };

  const inputs = createDoorInputs(config, stations, {
    fire: setFire,
    rex: setRex,
    sensed: (unlocked, askedMs) => feed({ on: 'sensed', unlocked, askedMs }),
    leaf: (open) => feed({ on: open ? 'opened' : 'closed' }),
    key: deps.keyFound,
  });

  /** The inputs were read before any lock is touched; a relay that is in its due state is not written. */
  const bringUp = async (): Promise<void> => {
    const { values } = await stations.relay.board.readCoils(config.relay.channel + 1);
    if (closed || vital.some((station) => station.state() !== 'up')) return;
    const { rex, fire } = inputs.wayOut();
    if (rex) record({ kind: 'rex.changed', data: { active: true } });
    if (fire && door.lock.fire === 'clear') record({ kind: 'fire.raised', data: {} });
    up = true;
    feed({ on: 'start', released: values[config.relay.channel] !== atRest, rex, fire });
    for (const station of all) {
      const reading = station.latest();
      if (reading !== undefined) inputs.hear(station, reading, clock.monoMs());
    }
    firstTry.resolve();
    deps.changed();
  };

  const tryBringUp = (): void => {
    if (closed || up || bringingUp) return;
    if (all.some((station) => station.state() === 'unknown')) return;
    if (vital.some((station) => station.state() === 'lost')) {
      firstTry.resolve();
      return;
    }
    bringingUp = true;
    bringUp()
      .catch((error: unknown) => {
        if (!(error instanceof BoardError)) onError(error);
        if (!closed) retry = clock.after(Milliseconds(BRING_UP_RETRY_MS), tryBringUp);
      })
      .finally(() => {
        bringingUp = false;
      });
  };

  const onState = (station: Station): void => {
    if (station.state() === 'lost') {
      inputs.forget(station);
      // An exit button nobody can read holds nothing open; a fire stays until it is reset by hand.
      if (up && station === stations.rex) setRex(false);
      if (up && vital.includes(station)) {
        up = false;
        writer.reset();
        feed({ on: 'lost' });
      }
      deps.changed();
    }
    tryBringUp();
  };

  const busy = (): boolean => {
    if (door.attempts.length > 0 || inputs.unsure()) return true;
    const expected = demandedState(door.lock) === 'rest' ? 'locked' : 'unlocked';
    return traits.evidence && door.sense.seen !== expected && clock.monoMs() - changedMs < ATTENTIVE_MS;
  };

  const leave = all.map((station) =>
    station.watch({
      inputs: inputs.neededOf(station),
      busy,
      onReading: (reading) => {
        if (up) inputs.hear(station, reading, clock.monoMs());
        else tryBringUp();
      },
      onState: () => onState(station),
    }),
  );
  tryBringUp(); // Boards that other doors already watch are known.

  return {
    get config() {
      return latest;
    },
    door: () => door,
    up: () => up,
    contactUp: () => up && stations.contact?.state() === 'up',
    lost: () => (Object.keys(stations) as DoorPart[]).filter((part) => stations[part]?.state() === 'lost'),
    release: (entry) => {
      const answer = answers.wait(entry.order.id);
      if (closing) answers.give(entry.order.id, 'interrupted');
      else feed({ on: 'release', entry });
      return answer;
    },
    setMode: (mode) => feed({ on: 'mode', mode }),
    setLockdown: (active) => feed({ on: 'lockdown', active }),
    resetFire: () => feed({ on: 'fire_reset' }),
    retime: (next) => {
      latest = next;
      traits = traitsOf(next);
      schedule();
    },
    tried: () => firstTry.promise,
    close: async () => {
      closing = true;
      answers.giveAll('interrupted');
      const wayOut = ['fire', 'exit'].includes(demandedState(door.lock));
      writer.reset();
      if (up && !wayOut) {
        feed({ on: 'lost' }); // Voids what is still waiting to be written.
        writer.verify();
        await writer.idle();
      }
      closed = true;
      for (const one of [timer, retry]) one?.cancel();
      writer.reset();
      firstTry.resolve();
      for (const stop of leave) stop();
    },
  };
};
