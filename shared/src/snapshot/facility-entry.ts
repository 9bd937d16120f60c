import { z } from 'zod';
import { WEEKDAYS } from '../access/window.ts';
import { DoorId, PartnerId } from '../ids/ids.ts';
import { CommandKey } from '../wire/device-api.ts';

const Number31 = z.int().min(0).max(0x7fff_ffff);
/** Doors keep their numbers for ever, so that a facility has more of them than doors. */
const DOORS_MAX = 16_384;
const Mapping = z.union([z.array(DoorId).max(DOORS_MAX), z.enum(['unmapped', 'disabled'])]);
const Seconds = z.int().nonnegative();

/** A plan zone's hours: a day that is empty or not there is closed. */
const Hours = z.partialRecord(z.enum(WEEKDAYS), z.array(z.tuple([z.string().max(5), z.string().max(5)])).max(32));

const Facts = z.strictObject({
  timezone: z.string().max(120),
  doors: z.array(DoorId.nullable()).max(DOORS_MAX),
  scopes: z.array(z.strictObject({ number: Number31, doors: Mapping })),
  doorSets: z.array(z.strictObject({ number: Number31, doors: z.array(DoorId).max(DOORS_MAX) })),
  planZones: z.array(z.strictObject({ number: Number31, doors: Mapping, hours: Hours.optional() })),
  sources: z.array(z.strictObject({ number: Number31, suspended: z.boolean() })),
  policy: z.strictObject({
    graceS: Seconds,
    staleAfterS: Seconds,
    expiredAfterS: Seconds,
    uncertainClock: z.enum(['interval', 'strict', 'lenient']),
    geofence: z.strictObject({ latitude: z.number(), longitude: z.number(), radiusM: z.number() }).optional(),
  }),
});

/** What a box must know of its facility to decide, but for the persons. `facts` is a `FacilityFacts`. */
export const FacilityEntry = z.strictObject({
  facts: Facts,
  /** The longest time that the power may have been away, in seconds: how far an uncertain clock is believed to lag. */
  longestOutageS: Seconds,
  /** Which time-zone tables the records were compiled for. The box gets the document by its hash before it switches. */
  zones: z.strictObject({ release: z.string().max(20), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** Names of partner sources, for staff. */
  sources: z.array(z.strictObject({ number: Number31, partnerId: PartnerId, name: z.string().max(2_000) })),
  /** 32 bytes: what presented numbers are hashed with (`presentedHash`). Of this facility only. */
  credentialKey: z.base64().length(44),
  /** Who signs outage passes. */
  passKeys: z.array(CommandKey).max(4),
});
export type FacilityEntry = z.infer<typeof FacilityEntry>;
