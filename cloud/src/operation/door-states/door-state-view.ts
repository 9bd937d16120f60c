import { DoorStates } from '@gatehouse/shared/door/door-states.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import { type Door, standingOf } from '../../sites/doors/doors.module.ts';

const Lock = z.enum(['locked', 'unlocked', 'unknown']);
const Alarms = z.array(z.string());
const ByStaff = { by: z.string().nullable(), reason: z.string().nullable(), generation: z.int() };

export const DoorState = z
  .object({
    doorId: z.string(),
    name: z.string(),
    boxId: z.string().nullable(),
    presence: z
      .enum(['online', 'unreachable', 'stale', 'gone', 'never_seen', 'without_box'])
      .describe(
        '`unreachable`: the box is there and the door’s board does not answer. `stale`: three beacons are missing. `gone`: the link was cut.',
      ),
    lastSeen: z.iso.datetime().nullable().describe('The box’s last beacon.'),
    lock: Lock.describe('`unknown` while the door is not online.'),
    contact: z.enum(['closed', 'open', 'unknown']),
    evidence: z.enum(['lock-sense', 'relay-contact', 'command-only']).describe('What can see the lock move.'),
    alarms: Alarms,
    states: DoorStates.nullable().describe('How it stands, in ONVIF’s words; null while it is not online.'),
    maintenance: z.object({
      mode: z.enum(['off', 'force-open', 'force-closed']),
      until: z.iso.datetime().nullable(),
      ...ByStaff,
    }),
    lockdown: z.object({ active: z.boolean(), ...ByStaff }),
    seen: z
      .string()
      .describe(
        'A tag of mode and lockdown, and of nothing else: to be sent as `ifSeen` by who acts on what they see.',
      ),
    lastReported: z
      .object({
        lock: Lock,
        contact: z.enum(['closed', 'open', 'unknown']),
        alarms: Alarms,
        agentVersion: z.string(),
        clockTrusted: z.boolean(),
        configRevision: z.int(),
      })
      .nullable()
      .describe('What the box said last of this door, however long ago that was.'),
    enforces: z
      .object({
        revision: z.int(),
        of: z.int().nullable(),
        ageSeconds: z.int(),
        hashMatches: z.boolean().nullable(),
      })
      .nullable()
      .describe(
        'Which snapshot of the rules the box goes by, of how many, since when it last knew that to be the newest; null before it has any.',
      ),
  })
  .meta({ id: 'DoorState' });

export const A_STATE: z.input<typeof DoorState> = {
  doorId: 'door_0123456789abcdef',
  name: 'Front door',
  boxId: '0c1d2e3f-0000-4000-8000-000000000001',
  presence: 'online',
  lastSeen: '2026-01-01T09:30:00.000Z',
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
  maintenance: { mode: 'off', until: null, by: null, reason: null, generation: 4 },
  lockdown: { active: false, by: null, reason: null, generation: 0 },
  seen: 'mJ0wR5oXq1cVtYb2',
  lastReported: {
    lock: 'locked',
    contact: 'closed',
    alarms: [],
    agentVersion: '1.0.0',
    clockTrusted: true,
    configRevision: 7,
  },
  enforces: { revision: 120, of: 120, ageSeconds: 2, hashMatches: true },
};

type Enforced = Awaited<ReturnType<SnapshotsService['enforcedAt']>>;
export const view = (door: Door, enforced: Enforced): z.output<typeof DoorState> => {
  const { reported } = door;
  const { lockdown, ...standing } = standingOf(door);
  const online = door.presence === 'online';
  return {
    doorId: door.id,
    name: door.name,
    boxId: door.boxId ?? null,
    presence: door.presence,
    lastSeen: door.lastSeenMs === undefined ? null : isoOf(door.lastSeenMs),
    lock: door.lock,
    contact: online && reported !== undefined ? reported.contact : 'unknown',
    evidence: door.config.evidence.kind,
    alarms: [...door.alarms],
    states: door.states ?? null,
    ...standing,
    lockdown: { active: lockdown.active, by: lockdown.by, reason: lockdown.reason, generation: lockdown.generation },
    lastReported:
      reported === undefined
        ? null
        : {
            lock: reported.lock,
            contact: reported.contact,
            alarms: [...reported.alarms],
            agentVersion: reported.agentVersion,
            clockTrusted: reported.clockTrusted,
            configRevision: reported.configRevision,
          },
    enforces: (door.boxId === undefined ? undefined : enforced.get(door.boxId)) ?? null,
  };
};
