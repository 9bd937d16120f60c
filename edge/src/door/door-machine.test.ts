import type { DoorProfile, MaintenanceMode } from '@gatehouse/shared/door/door-config.ts';
import type { CommandId, EventId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step } from './door-machine.ts';
import { type Door, type DoorEffect, type DoorInput, doorDueMs, NEW_DOOR, type Traits } from './door-state.ts';
import { pulseMs } from './lock-state.ts';

const HOLD_MS = 5_000;
const EXTENDED_MS = 15_000;
const DEADLINE_MS = 3_500;
/** I5: never held beyond its time plus this. */
const SLACK_MS = 1_000;

/** A door with a model of its relay, which knows by its own book-keeping why the relay may be released. */
const aWorld = (profile: DoorProfile) => {
  const traits: Traits = { profile, holdMs: HOLD_MS, heldOpenMs: 30_000, evidence: true };
  let door: Door = NEW_DOOR;
  let nowMs = 0;
  let releasedUntilMs = 0;
  let commands = 0;
  const world = {
    rex: false,
    fire: false,
    fireLatched: false,
    mode: 'off' as MaintenanceMode,
    lockdown: false,
    leafOpen: false,
    /** Whether the board answers. */
    up: true,
    jammed: false,
    /** Until when the last reason that has gone by now still excuses a released relay. */
    excusedUntilMs: -1,
    /** Whoever pressed the exit button has until then. */
    exitUntilMs: -1,
    entryPulses: 0,
    answered: [] as string[],
    accepted: 0,
  };
  const released = () => releasedUntilMs > nowMs;
  const mayEnter = (breakGlass: boolean): boolean =>
    (!world.lockdown || breakGlass) && world.mode !== 'force-closed' && (world.mode !== 'force-open' || world.lockdown);
  const wayOut = (): boolean => world.rex || world.fire || world.fireLatched || nowMs < world.exitUntilMs;

  const pulse = (why: 'entry' | 'lock'): void => {
    if (!world.up) return;
    const waiting = door.attempts.filter((attempt) => attempt.at === 'waiting');
    const live = waiting.filter((attempt) => nowMs <= attempt.notAfterMs);
    const ids = live.map((attempt) => attempt.order.id);
    if (why === 'entry' && live.length === 0) {
      feed({ on: 'pulse_failed', ids: waiting.map((attempt) => attempt.order.id), verdict: 'expired' });
      return;
    }
    const holdMs = live.length > 0 ? Math.max(...live.map((attempt) => attempt.holdMs)) : null;
    releasedUntilMs = nowMs + pulseMs(door.lock, nowMs, holdMs);
    if (holdMs === null) return;
    world.entryPulses++;
    for (const { breakGlass } of live)
      expect(mayEnter(breakGlass), 'I6: no entry pulse for who is kept out').toBe(true);
    excuse(holdMs);
    feed({ on: 'pulsed', ids });
  };
  const rest = (): void => {
    if (!world.up) return;
    releasedUntilMs = 0;
    feed({ on: 'rested' });
  };
  const perform = (effect: DoorEffect): void => {
    if (effect.do === 'pulse') pulse(effect.for);
    if (effect.do === 'lock' || effect.do === 'verify') rest();
    if (effect.do === 'answer') world.answered.push(effect.verdict);
  };
  function feed(input: DoorInput): void {
    const [next, ...effects] = step(traits, door, input, nowMs);
    door = next;
    for (const effect of effects) perform(effect);
  }

  /** I1, I5, I6, in the model's own words. */
  const check = (): void => {
    const heldOpen = world.mode === 'force-open' && !world.lockdown;
    const reason = wayOut() || heldOpen || nowMs <= world.excusedUntilMs + SLACK_MS;
    if (released()) expect(reason, 'I1, I5: released for a reason that still holds').toBe(true);
    if (world.up && wayOut()) expect(released(), 'I6: nothing prevents a way out').toBe(true);
  };
  /** Whoever shuts a door shuts it now, but for a way out and for who stands in it. */
  const checkShut = (): void => {
    if (world.up && !wayOut() && !world.leafOpen) expect(released(), 'I6: shut at once').toBe(false);
  };
  const act = (input: DoorInput): void => {
    feed(input);
    check();
  };
  /** The last reason has gone, and excuses a released relay for so long. */
  const excuse = (forMs: number): void => {
    world.excusedUntilMs = Math.max(world.excusedUntilMs, nowMs + forMs);
  };
  const sensed = () => act({ on: 'sensed', unlocked: released() && !world.jammed, askedMs: nowMs });

  return {
    world,
    door: () => door,
    sensed,
    advance: (ms: number) => {
      const endMs = nowMs + ms;
      for (let dueMs = doorDueMs(traits, door); dueMs <= endMs; dueMs = doorDueMs(traits, door)) {
        expect(dueMs, 'no tick is due again at once').toBeGreaterThanOrEqual(nowMs - 30_000);
        nowMs = Math.max(nowMs, dueMs);
        const before = door;
        feed({ on: 'tick' });
        expect(door === before && doorDueMs(traits, door) <= nowMs, 'a due tick does something').toBe(false);
        check();
      }
      nowMs = endMs;
      sensed();
    },
    enter: (as: { local: boolean; extended: boolean; breakGlass: boolean }) => {
      if (!world.up) return; // The gate before the door refuses.
      commands++;
      const id = String(commands).padStart(16, '0');
      world.accepted++;
      const before = world.entryPulses;
      const breakGlass = as.local && as.breakGlass;
      act({
        on: 'release',
        entry: {
          order: as.local
            ? { cause: 'access', id: `evt_${id}` as EventId }
            : { cause: 'unlock', id: `cmd_${id}` as CommandId },
          acceptedMs: nowMs,
          notAfterMs: nowMs + DEADLINE_MS,
          judgeAfterMs: 2_000,
          judgeByMs: as.local ? Infinity : nowMs + 2_000,
          holdMs: as.local && as.extended ? EXTENDED_MS : HOLD_MS,
          breakGlass,
        },
      });
      if (!mayEnter(breakGlass)) expect(world.entryPulses, 'I6').toBe(before);
    },
    setLockdown: (active: boolean) => {
      if (active && !world.lockdown) excuse(0);
      const begins = active && !world.lockdown;
      world.lockdown = active;
      act({ on: 'lockdown', active });
      if (begins) checkShut();
    },
    /** The board goes: its own timer ends what it was told. The inputs change all the same, and nobody sees it. */
    lose: () => {
      if (!world.up) return;
      world.up = false;
      world.fireLatched ||= world.fire;
      world.excusedUntilMs = Math.max(world.excusedUntilMs, releasedUntilMs);
      world.exitUntilMs = -1;
      act({ on: 'lost' });
    },
    find: () => {
      if (world.up) return;
      world.up = true;
      if (world.fire) world.fireLatched = false;
      act({ on: 'start', released: released(), rex: world.rex, fire: world.fire });
    },
    setRex: (active: boolean) => {
      if (!active && world.rex && world.up) {
        excuse(HOLD_MS);
        world.exitUntilMs = nowMs + HOLD_MS;
      }
      world.rex = active;
      if (world.up) act({ on: 'rex', active });
    },
    setFire: (active: boolean) => {
      if (!active && world.fire && world.up) world.fireLatched = true;
      world.fire = active;
      if (world.up) act({ on: 'fire', active });
    },
    resetFire: () => {
      if (!world.up) return; // Staff at the panel are told that nobody knows what the input says.
      if (world.fireLatched && !world.fire) excuse(0);
      if (!world.fire) world.fireLatched = false;
      act({ on: 'fire_reset' });
    },
    setMode: (mode: MaintenanceMode) => {
      if (world.mode === 'force-open' && mode !== 'force-open') excuse(0);
      const shuts = mode === 'force-closed' && world.mode !== 'force-closed';
      world.mode = mode;
      act({ on: 'mode', mode });
      if (shuts) checkShut();
    },
    leaf: (open: boolean) => {
      world.leafOpen = open;
      act({ on: open ? 'opened' : 'closed' });
    },
  };
};

const doing = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 4_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      local: fc.boolean(),
      extended: fc.boolean(),
      breakGlass: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('rex' as const, 'fire' as const, 'leaf' as const, 'lockdown' as const, 'board' as const),
      on: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'reset' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mode' as const),
      to: fc.constantFrom('off' as const, 'force-open' as const, 'force-closed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jam' as const), on: fc.boolean() }) },
);
type Doing = typeof doing extends fc.Arbitrary<infer D> ? D : never;

const PARTNER = { local: false, extended: false, breakGlass: false };
const carryOut = (w: ReturnType<typeof aWorld>, it: Doing): void => {
  if (it.do === 'advance') w.advance(it.ms);
  else if (it.do === 'enter') w.enter(it);
  else if (it.do === 'lockdown') w.setLockdown(it.on);
  else if (it.do === 'board') it.on ? w.find() : w.lose();
  else if (it.do === 'rex') w.setRex(it.on);
  else if (it.do === 'fire') w.setFire(it.on);
  else if (it.do === 'leaf') w.leaf(it.on);
  else if (it.do === 'reset') w.resetFire();
  else if (it.do === 'mode') w.setMode(it.to);
  else w.world.jammed = it.on;
};

describe('a door under random events', () => {
  it.each(['latch', 'magnet', 'gate', 'turnstile'] as const)(
    '%s: is never released without a cause nor beyond its time, never lets in who is kept out, always lets out',
    (profile) => {
      fc.assert(
        fc.property(fc.array(doing, { maxLength: 60 }), (script) => {
          const w = aWorld(profile);
          for (const it of script) carryOut(w, it);
          // Everybody gets exactly one answer once things are quiet.
          w.find();
          w.setLockdown(false);
          w.setRex(false);
          w.setFire(false);
          w.resetFire();
          w.setMode('off');
          w.advance(60_000);
          w.advance(60_000);
          expect(w.world.answered).toHaveLength(w.world.accepted);
          expect(w.door().attempts).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('gives a turnstile’s commands a pulse each, and everybody else’s concurrent ones the same', () => {
    const turnstile = aWorld('turnstile');
    const latch = aWorld('latch');
    for (const w of [turnstile, latch]) {
      w.enter(PARTNER);
      w.enter(PARTNER);
      w.sensed();
    }
    expect(turnstile.world.answered).toEqual(['confirmed']);
    expect(latch.world.answered).toEqual(['confirmed', 'confirmed']);
    turnstile.leaf(false);
    turnstile.leaf(true);
    turnstile.leaf(false);
    turnstile.advance(400);
    expect(turnstile.world.answered).toEqual(['confirmed', 'confirmed']);
    expect(turnstile.world.entryPulses).toBe(2);
  });

  it('returns the very same door when an input changes nothing', () => {
    const traits: Traits = { profile: 'latch', holdMs: HOLD_MS, heldOpenMs: 30_000, evidence: true };
    const [quiet] = step(traits, NEW_DOOR, { on: 'sensed', unlocked: false, askedMs: 5_000 }, 5_000);
    expect(step(traits, quiet, { on: 'sensed', unlocked: false, askedMs: 5_100 }, 5_100)).toEqual([quiet]);
    expect(step(traits, quiet, { on: 'sensed', unlocked: false, askedMs: 5_100 }, 5_100)[0]).toBe(quiet);
    expect(step(traits, quiet, { on: 'tick' }, 5_200)[0]).toBe(quiet);
  });
});
