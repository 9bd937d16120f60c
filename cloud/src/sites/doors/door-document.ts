import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Door } from './door-view.ts';

/** A door as the APIs show it. */
export const DoorView = z
  .object({
    door_id: z.string(),
    facility_id: z.string(),
    linking_identifier: z.string().optional(),
    name: z.string(),
    zone: z.string().optional(),
    location: z.string().optional(),
    status: z.enum(['online', 'offline']),
    online: z.boolean(),
    relay_state: z.enum(['locked', 'unlocked', 'unknown']),
    maintenance_mode: z.enum(['off', 'force-open', 'force-closed']),
    hold_time_seconds: z.int(),
    last_seen: z.iso.datetime().optional(),
    device_serial_number: z.string().optional(),
  })
  .meta({ id: 'Door' });

export const doorView = (door: Door, linkingIdentifier: string | null): z.output<typeof DoorView> => ({
  door_id: door.id,
  facility_id: door.facilityId,
  ...(linkingIdentifier === null ? {} : { linking_identifier: linkingIdentifier }),
  name: door.name,
  ...(door.zone === undefined ? {} : { zone: door.zone }),
  ...(door.location === undefined ? {} : { location: door.location }),
  status: door.online ? 'online' : 'offline',
  online: door.online,
  relay_state: door.lock,
  // To who stands outside, a lockdown is a door that staff keep closed.
  maintenance_mode: door.lockdown.active || door.lockdownAwaited ? 'force-closed' : door.maintenance.mode,
  hold_time_seconds: door.config.holdSeconds,
  ...(door.lastSeenMs === undefined ? {} : { last_seen: isoOf(door.lastSeenMs) }),
  ...(door.serialNumber === undefined ? {} : { device_serial_number: door.serialNumber }),
});
