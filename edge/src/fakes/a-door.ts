import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';

const point = { bus: 'rs485-1', unit: 1, channel: 0 };

/** An ordinary front door, for tests. */
export const A_DOOR: DoorConfig = DoorConfig.parse({
  doorId: 'door_0123456789abcdef',
  name: 'Front door',
  profile: 'latch',
  relay: point,
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...point, activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
});
