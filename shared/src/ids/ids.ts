import { z } from 'zod';
import { idOf, randomId } from './id-of.ts';
import type { RandomBytes } from './random.ts';

export const OrgId = idOf('org', 'OrgId');
export type OrgId = z.infer<typeof OrgId>;
export const FacilityId = idOf('fac', 'FacilityId');
export type FacilityId = z.infer<typeof FacilityId>;
export const PartnerId = idOf('ptr', 'PartnerId');
export type PartnerId = z.infer<typeof PartnerId>;
export const DoorId = idOf('door', 'DoorId');
export type DoorId = z.infer<typeof DoorId>;
export const EventId = idOf('evt', 'EventId');
export type EventId = z.infer<typeof EventId>;
export const CommandId = idOf('cmd', 'CommandId');
export type CommandId = z.infer<typeof CommandId>;

/** Boxes, like every device and key, are UUIDs. A box makes its own at first boot. */
export const BoxId = z.uuid().meta({ id: 'BoxId' }).brand<'BoxId'>();
export type BoxId = z.infer<typeof BoxId>;
/** One run of a box between power-on (or agent start) and the next: commands name it, and never survive it. */
export const BootId = z.uuid().meta({ id: 'BootId' }).brand<'BootId'>();
export type BootId = z.infer<typeof BootId>;

export const newOrgId = (random?: RandomBytes) => randomId('org', random) as OrgId;
export const newFacilityId = (random?: RandomBytes) => randomId('fac', random) as FacilityId;
export const newPartnerId = (random?: RandomBytes) => randomId('ptr', random) as PartnerId;
export const newDoorId = (random?: RandomBytes) => randomId('door', random) as DoorId;
/** With `nowMs`, in the order of their making: they are stored with every unlock. */
export const newEventId = (random?: RandomBytes, nowMs?: number) => randomId('evt', random, nowMs) as EventId;
export const newCommandId = (random?: RandomBytes, nowMs?: number) => randomId('cmd', random, nowMs) as CommandId;
