import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { describe, expect, it } from 'vitest';
import { before, STEPS, shows, stepsOf } from './walk-steps.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const at = { bus: 'rs485-1', unit: 1, channel: 0 };
const sensed = { kind: 'lock-sense', ...at, activeMeans: 'unlocked' } as const;
const contact = { ...at, activeMeans: 'open' } as const;

describe('what is tried at a door', () => {
  it('is what its wiring can show, and otherwise what whoever stands there sees', () => {
    const rex = { ...at, activeMeans: 'pressed' } as never;
    expect(stepsOf({ evidence: sensed, contact, rex }).map(({ step, seenBy }) => `${step} ${seenBy}`)).toEqual([
      'unlock box',
      'open box',
      'held_open box',
      'close box',
      'rex box',
    ]);
    const bare = stepsOf({ evidence: { kind: 'command-only' }, contact: null, rex: null });
    expect(bare.map(({ step, seenBy }) => `${step} ${seenBy}`)).toEqual([
      'unlock person',
      'open person',
      'close person',
    ]);
    const relay = stepsOf({ evidence: { ...sensed, kind: 'relay-contact' }, contact: null, rex: null });
    expect(relay[0]).toEqual({ step: 'unlock', seenBy: 'person' });
  });

  it('is shown by the one fact that says so, and by no other', () => {
    const command = { doorId, commandId: 'cmd_0123456789abcdef', eventId: 'evt_0123456789abcdef' } as never;
    const confirmed = (confirmedBy: string) =>
      ({
        kind: 'unlock.confirmed',
        data: { ...(command as object), confirmedBy, holdSeconds: 5, tookMs: 90 },
      }) as never;
    const facts: readonly FactBody[] = [
      confirmed('lock-sense'),
      confirmed('relay-contact'),
      { kind: 'door.opened', data: { doorId, expected: true } },
      { kind: 'door.held_open', data: { doorId, seconds: 30 } },
      { kind: 'door.closed', data: { doorId } },
      { kind: 'rex.changed', data: { doorId, active: true } },
      { kind: 'rex.changed', data: { doorId, active: false } },
    ];
    expect(STEPS.map((step) => facts.map((fact) => shows(step, fact)).indexOf(true))).toEqual([0, 2, 3, 4, 5]);
    for (const step of STEPS) expect(facts.filter((fact) => shows(step, fact))).toHaveLength(1);
  });

  it('comes after what has to be before it', () => {
    expect([before('unlock'), before('close'), before('rex')]).toEqual([[], ['unlock', 'open', 'held_open'], []]);
  });
});
