import type { Door, DoorEffect, DoorInput, Traits } from './door-state.ts';
import { createStep, type Step, TURN_GAP_MS } from './door-step.ts';
import { TRAVEL_MS } from './sense-machine.ts';

const passed = (s: Step, nowMs: number): void => {
  const wasOpen = s.leafOpen();
  s.leaf({ on: 'closed' });
  if (s.turnstile && wasOpen && !s.underWay() && s.door().lock.hold?.order != null) s.lock({ on: 'end_hold', nowMs });
};

const ticked = (s: Step, nowMs: number): void => {
  s.lock({ on: 'tick', nowMs });
  s.lookAtLeaf();
  s.sense('tick');
  const verdicts = s.attempts({ on: 'tick', nowMs });
  if (verdicts.includes('relay_fault') && !s.underWay()) s.lock({ on: 'end_hold', nowMs });
};

/** One step of the door at `nowMs` (monotonic). Returns the very same object when nothing changed. */
export const step = (traits: Traits, from: Door, input: DoorInput, nowMs: number): readonly [Door, ...DoorEffect[]] => {
  const s = createStep(traits, from, nowMs);
  switch (input.on) {
    case 'release':
      s.release(input.entry);
      break;
    case 'pulsed':
      // A pulse whose orders were refused meanwhile extends nothing; the lock that followed the refusal ends it.
      if (s.waiting(input.ids)) s.lock({ on: 'pulsed', holdMs: s.longestHoldMs(input.ids), nowMs });
      s.attempts({ on: 'pulsed', nowMs, evidence: traits.evidence }, input.ids);
      break;
    case 'pulse_failed':
      s.attempts({ on: 'end', verdict: input.verdict }, input.ids);
      if (!s.waiting()) s.lock({ on: 'pulse_failed', nowMs });
      // Whoever was let in goes through an unlocked door; else a pulse may be left of one who was told that it failed.
      if (!s.underWay() && s.door().sense.seen === 'locked') s.lock({ on: 'end_hold', nowMs });
      break;
    case 'rested':
      s.set({ turnAtMs: nowMs + TURN_GAP_MS });
      break;
    case 'rex':
    case 'fire':
      s.lock({ on: input.on, active: input.active, nowMs });
      s.lookAtLeaf();
      break;
    case 'fire_reset':
      s.lock({ on: 'fire_reset', nowMs });
      break;
    case 'mode':
      if (input.mode === 'force-closed') s.attempts({ on: 'end', verdict: 'maintenance' });
      s.lock({ on: 'mode', mode: input.mode, leafOpen: s.leafOpen(), nowMs });
      break;
    case 'lockdown':
      if (input.active && !s.door().lock.lockdown) s.attempts({ on: 'end', verdict: 'lockdown' });
      s.lock({ on: 'lockdown', active: input.active, leafOpen: s.leafOpen(), nowMs });
      break;
    case 'opened':
      s.leaf({ on: 'opened', nowMs, expected: s.released() });
      break;
    case 'closed':
      passed(s, nowMs);
      break;
    case 'sensed':
      s.sense(input.unlocked ? 'unlocked' : 'locked');
      if (input.unlocked) s.attempts({ on: 'unlocked', askedMs: input.askedMs });
      break;
    case 'tick':
      ticked(s, nowMs);
      break;
    case 'lost':
      s.attempts({ on: 'end', verdict: 'board_lost' });
      s.lock({ on: 'lost' });
      s.sense('lost');
      s.set({ turnAtMs: 0 });
      break;
    case 'start':
      s.set({
        lately: { cause: 'start', order: null, untilMs: nowMs + TRAVEL_MS },
        turnAtMs: 0,
        restedBy: 'start',
      });
      s.lock({ on: 'start', released: input.released, rex: input.rex, fire: input.fire, nowMs });
      break;
  }
  s.nextTurn();
  return s.result();
};
