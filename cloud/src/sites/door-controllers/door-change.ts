import { SOFT_RULES } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { z } from 'zod';
import type { DoorSetting } from '../doors/doors.module.ts';

export const words = z.string().trim().min(1).max(120);
const { doorId: _doorId, name: _name, ...wiring } = DoorConfig.shape;

const own = {
  name: words.describe('What people call the door.'),
  zone: words.nullable().optional().describe('The part of the facility that it leads to, for partners; null: none.'),
  location: words.nullable().optional().describe('Where it is, for whoever looks for it; null: nobody has said.'),
  serialNumber: words.nullable().optional().describe('Of the hardware at the door, as on its label; null: none.'),
};
const acknowledged = z
  .array(z.enum(SOFT_RULES))
  .max(SOFT_RULES.length)
  .describe('What staff answer for: that an input is meant to be shared, that hardware releases a magnet.');

/** Everything that staff say of a new door. */
export const DoorFields = z.strictObject({ ...own, ...wiring, acknowledged: acknowledged.optional() });
export type DoorFields = z.infer<typeof DoorFields>;

const kept = <S extends z.ZodType>(schema: S) => schema.optional();
const cleared = <S extends z.ZodType>(schema: S) =>
  schema.nullable().optional().describe(`${schema.description} Null: what a new door has.`);

/** A change of a door: what is omitted keeps its value; null clears it, or gives what a new door has. */
export const DoorChange = z.strictObject({
  ...own,
  name: kept(own.name),
  profile: kept(wiring.profile),
  relay: kept(wiring.relay),
  relayEnergisedMeans: kept(wiring.relayEnergisedMeans),
  evidence: cleared(wiring.evidence).describe(
    'What can see the lock move. Null: `command-only`. Such a door is not offered to partners.',
  ),
  contact: kept(wiring.contact.unwrap()),
  rex: kept(wiring.rex.unwrap()),
  fire: kept(wiring.fire.unwrap()),
  keySwitch: kept(wiring.keySwitch.unwrap()),
  holdSeconds: cleared(wiring.holdSeconds.unwrap()),
  extendedHoldSeconds: cleared(wiring.extendedHoldSeconds.unwrap()),
  heldOpenSeconds: cleared(wiring.heldOpenSeconds.unwrap()),
  confirmationTimeoutSeconds: cleared(wiring.confirmationTimeoutSeconds.unwrap()),
  acknowledged: cleared(acknowledged),
});
export type DoorChange = z.infer<typeof DoorChange>;

const NULL_MEANS_USUAL = [
  'holdSeconds',
  'extendedHoldSeconds',
  'heldOpenSeconds',
  'confirmationTimeoutSeconds',
] as const;

export const changedDoor = (door: DoorSetting, change: DoorChange): DoorSetting => {
  const { zone, location, serialNumber, acknowledged, ...config } = change;
  const next: Record<string, unknown> = { ...door.config };
  for (const [field, value] of Object.entries(config)) if (value !== undefined) next[field] = value;
  if (config.evidence === null) next.evidence = { kind: 'command-only' };
  for (const field of NULL_MEANS_USUAL) if (next[field] === null) delete next[field];
  const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);
  return {
    ...door,
    zone: or(zone, door.zone),
    location: or(location, door.location),
    serialNumber: or(serialNumber, door.serialNumber),
    acknowledged: or(acknowledged, door.acknowledged) ?? [],
    config: DoorConfig.parse(next),
  };
};
