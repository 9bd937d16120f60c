import { describe, expect, it } from 'vitest';
import type { DoorId } from '../ids/ids.ts';
import { askAt } from './ask.ts';
import { decide } from './decide.ts';
import { DEFAULT_POLICY } from './facility-facts.ts';
import { compiled } from './testing/arbitrary-access.ts';

const FRONT = 'door_front00000000000' as DoorId;

describe('the plain question', () => {
  it('is about the person alone: no fence, no age and no clock stands in the way', () => {
    const { facility, person } = compiled({
      facility: {
        timezone: 'Australia/Brisbane',
        doors: [FRONT],
        scopes: [],
        doorSets: [],
        planZones: [],
        sources: [],
        policy: { ...DEFAULT_POLICY, geofence: { latitude: -27.47, longitude: 153.02, radiusM: 1 }, staleAfterS: 0 },
      },
      person: {
        banned: false,
        disabled: false,
        blocked: false,
        grants: [{ target: { kind: 'facility' }, fromS: 1_000, untilS: 2_000, breakGlass: false }],
        memberships: [],
        windows: [],
      },
    });
    const at = (t: number) => decide(facility, { ...askAt(0, t), person });
    expect([999, 1_000, 1_999, 2_000].map((t) => at(t).allowed)).toEqual([false, true, true, false]);
    expect(at(1_000)).toMatchObject({ clock: 'trusted', stale: false });
    expect(decide(facility, { ...askAt(0, 1_000), person: undefined })).toMatchObject({ reason: 'unknown_member' });
  });
});
