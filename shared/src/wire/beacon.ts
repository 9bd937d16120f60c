import { z } from 'zod';
import { ContactState, EvidenceKind, LockState } from '../door/door-config.ts';
import { DoorStates } from '../door/door-states.ts';
import { Lockdown } from '../door/lockdown.ts';
import { Maintenance } from '../door/maintenance.ts';
import { BootId, DoorId } from '../ids/ids.ts';
import { defineMessage, Signed } from './message.ts';

export const DoorReport = z.strictObject({
  doorId: DoorId,
  lock: LockState,
  contact: ContactState,
  evidence: EvidenceKind,
  maintenance: Maintenance,
  lockdown: Lockdown.optional(),
  states: DoorStates.optional(),
  /** Whether the board that drives this door answers. */
  reachable: z.boolean(),
  alarms: z.array(z.enum(['forced_open', 'held_open', 'relay_fault', 'fire', 'unaccounted'])).max(8),
});
export type DoorReport = z.infer<typeof DoorReport>;

/** One state of a facility's access rules. Numbers of different epochs say nothing about each other. */
export const AccessMark = z.strictObject({ epoch: z.uuid(), revision: z.int().nonnegative() });
export type AccessMark = z.infer<typeof AccessMark>;

/** Every 5 s, at connect, and at once when a door changes. The cloud learns the box's monotonic clock from it. */
export const Beacon = z.strictObject({
  v: z.literal(1),
  bootId: BootId,
  /** New at each connect: a last will counts only for the connection that left it. */
  connectionId: z.string().min(8).max(64),
  sentMonoMs: z.number().nonnegative(),
  wallMs: z.int().nonnegative(),
  clockTrusted: z.boolean(),
  agentVersion: z.string().max(40),
  configRevision: z.int().nonnegative(),
  journal: z.strictObject({
    epoch: z.uuid(),
    lastSeq: z.int().nonnegative(),
    /** The oldest fact that the box still keeps. */
    firstSeq: z.int().min(1).optional(),
    /** Facts that the box's disk did not take, while that is so. */
    lost: z.int().nonnegative().optional(),
  }),
  /** Which snapshot of the access rules the doors enforce; absent before there is one. */
  access: z
    .strictObject({
      ...AccessMark.shape,
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      /** Since the cloud last said that this is the newest, in ms. */
      ageMs: z.number().nonnegative(),
    })
    .optional(),
  doors: z.array(DoorReport).max(64),
});
export type Beacon = z.infer<typeof Beacon>;

const bootId = '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11';

/** Travels as compact JWS text, signed by the box: deadlines are reckoned from it, so no broker may make one up. */
export const beaconMessage = defineMessage({
  name: 'beacon',
  direction: 'up',
  summary: 'The box is alive: its boot, its clocks, its doors. Signed by the box.',
  payload: Signed,
  vectors: [{ jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImJveCJ9.e30.c2ln' }],
});

/** The cloud's answer to a beacon: proof that the whole path works both ways, and the cloud's own time. */
export const beaconAckMessage = defineMessage({
  name: 'beacon-ack',
  direction: 'down',
  summary: 'The beacon with this time arrived; here is the cloud’s clock.',
  payload: z.strictObject({
    v: z.literal(1),
    bootId: BootId,
    sentMonoMs: z.number().nonnegative(),
    cloudWallMs: z.int().nonnegative(),
    /** The newest snapshot there is for the box's facility. */
    access: AccessMark.optional(),
  }),
  vectors: [
    { v: 1, bootId, sentMonoMs: 5021.5, cloudWallMs: 1_767_225_600_000 },
    { v: 1, bootId, sentMonoMs: 5021.5, cloudWallMs: 1_767_225_600_000, access: { epoch: bootId, revision: 43 } },
  ],
});

/** The last will. */
export const goneMessage = defineMessage({
  name: 'gone',
  direction: 'up',
  summary: 'This connection ended without a goodbye (left with the broker as last will), or with one.',
  payload: z.strictObject({ v: z.literal(1), bootId: BootId, connectionId: z.string().min(8).max(64) }),
  vectors: [{ v: 1, bootId, connectionId: 'c0ffee00c0ffee00' }],
});

/** Asks a box to beacon now: sent by a replica that has just started and knows no box's clock yet. */
export const beaconPleaseMessage = defineMessage({
  name: 'beacon-please',
  direction: 'down',
  summary: 'Send a beacon now.',
  payload: z.strictObject({ v: z.literal(1) }),
  vectors: [{ v: 1 }],
});

export const nudgeMessage = defineMessage({
  name: 'nudge',
  direction: 'down',
  summary: 'Newer desired state, or a newer snapshot, can be pulled over HTTPS.',
  payload: z.strictObject({
    v: z.literal(1),
    about: z.enum(['desired-state', 'snapshot']),
    revision: z.int().nonnegative(),
  }),
  vectors: [
    { v: 1, about: 'desired-state', revision: 4 },
    { v: 1, about: 'snapshot', revision: 43 },
  ],
});
