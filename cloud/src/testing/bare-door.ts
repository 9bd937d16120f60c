/** The wiring of a door with a relay and nothing else. */
export const BARE_DOOR = {
  profile: 'latch',
  relay: { bus: 'rs485-1', unit: 1, channel: 0 },
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'command-only' },
  contact: null,
  rex: null,
  fire: null,
} as const;
