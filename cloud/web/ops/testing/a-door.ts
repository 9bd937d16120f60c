import type { DoorState } from '../../client/platform-api.gen.ts';

/** A door at which everything is as usual, but for what is said otherwise. */
export const aDoor = (otherwise: Partial<DoorState> = {}): DoorState => ({
  doorId: 'door_0123456789abcdef',
  name: 'Front door',
  boxId: 'box_0123456789abcdef',
  presence: 'online',
  lastSeen: '2026-06-01T05:42:00.000Z',
  lock: 'locked',
  contact: 'closed',
  evidence: 'lock-sense',
  alarms: [],
  states: {
    mode: 'locked',
    door: 'closed',
    lock: 'locked',
    alarm: 'normal',
    fault: { state: 'none', text: null },
  },
  maintenance: { mode: 'off', until: null, by: null, reason: null, generation: 0 },
  lockdown: { active: false, by: null, reason: null, generation: 0 },
  seen: 'Xr2kT7wZ0bQmLd4a',
  lastReported: null,
  enforces: { revision: 43, of: 43, ageSeconds: 2, hashMatches: true },
  ...otherwise,
});
