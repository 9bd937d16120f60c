import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import { bundledZones } from '../zones/bundled-zones.ts';
import { bindScopes } from './bind-scopes.ts';
import { decide } from './decide.ts';
import { compileFacility } from './facility.ts';
import { compilePerson, readPerson } from './person.ts';
import { REASONS } from './reasons.ts';
import { intervals, nextChange, nextOpening } from './schedule.ts';
import { ask } from './testing/arbitrary-access.ts';
import { anInstant } from './testing/arbitrary-windows.ts';
import {
  ALWAYS,
  answer,
  DAY,
  FACTS,
  FRONT,
  NOBODY_SPECIAL,
  NOON,
  POOL,
  plan,
  weekly,
  windows,
} from './testing/brisbane-gym.ts';

describe('any input', () => {
  it('is answered with one of a finite set of frozen answers, whatever bytes are taken for a person', () => {
    const facility = compileFacility(FACTS, bundledZones());
    const whole = compilePerson(
      { ...NOBODY_SPECIAL, grants: ALWAYS, memberships: plan(), windows: windows([weekly()]) },
      facility,
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(7),
        anInstant(),
        (changes, cut, t) => {
          const bytes = Uint8Array.from(whole.bytes);
          for (const [at, value] of changes) bytes[at] = value;
          const read = readPerson(bytes.subarray(cut)) ?? readPerson(bytes);
          if (read === undefined) return;
          const decision = decide(facility, ask(0, t, { person: read }));
          expect(Object.isFrozen(decision)).toBe(true);
          expect(decision.reason === 'granted' || decision.reason in REASONS).toBe(true);
          nextChange(facility, read, 0, t);
          nextOpening(facility, read, 0, t);
          intervals(facility, read, 0, { fromS: t, toS: t + 7 * DAY });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('that is no record is no person', () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(7),
      new Uint8Array(64),
      Uint8Array.from({ length: 4_096 }, (_, i) => i),
    ])
      expect(readPerson(bytes)).toBeUndefined();
  });

  it('reads a record from anywhere in memory', () => {
    const facility = compileFacility(FACTS, bundledZones());
    const { bytes } = compilePerson({ ...NOBODY_SPECIAL, memberships: plan() }, facility);
    for (let shift = 0; shift < 9; shift++) {
      const room = Buffer.alloc(bytes.length + shift);
      room.set(bytes, shift);
      expect(decide(facility, ask(0, NOON, { person: readPerson(room.subarray(shift)) }))).toMatchObject({
        via: 'plan',
      });
    }
  });

  it('that names what is not there opens nothing, and throws nothing', () => {
    for (const doorIndex of [-1, 2, 0.5, 1e9, Number.NaN])
      expect(answer({ grants: ALWAYS }, { doorIndex })).toBe('no_grant');
    expect(
      answer(
        { memberships: plan() },
        {},
        { timezone: 'Mars/Base', planZones: [{ number: 1, doors: [FRONT], hours: { mon: [['00:00', '24:00']] } }] },
      ),
    ).toBe('no_grant');
    expect(answer({ windows: [{ source: 1, program: new Uint8Array(24) }] })).toBe('no_grant');
    bindScopes(new Uint8Array(13), [1]);
    const grant = { kind: 'doors', doors: ['door_elsewhere0000000' as DoorId] } as const;
    expect(answer({ grants: [{ target: grant }, { target: { kind: 'door_set', number: 9 } }] })).toBe('no_grant');
    expect(answer({ grants: ALWAYS }, {}, { doors: [null, POOL] })).toBe('no_grant');
  });
});
