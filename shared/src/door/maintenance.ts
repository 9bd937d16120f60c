import { z } from 'zod';
import { DoorId } from '../ids/ids.ts';
import { MaintenanceMode } from './door-config.ts';

/** What staff set at a door. Ordered by `generation`, never by clocks: each change names the generation it saw. */
export const Maintenance = z.strictObject({
  mode: MaintenanceMode,
  /** Wall-clock end in ms since 1970; `force-open` always has one, `off` never. */
  untilMs: z.int().nonnegative().nullable(),
  by: z.string().max(120).nullable(),
  reason: z.string().max(200).nullable(),
  generation: z.int().nonnegative(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const NO_MAINTENANCE: Maintenance = { mode: 'off', untilMs: null, by: null, reason: null, generation: 0 };

/** `force-open` ends by itself: after 2 hours unless told, after 12 at the latest. */
export const FORCE_OPEN_HOURS_DEFAULT = 2;
export const FORCE_OPEN_HOURS_MAX = 12;

/**
 * A change that staff ask for in the cloud. `seen` is the generation that they looked at: a box where it is another one by
 * now refuses, and says so. The cloud takes a `force-open` back that no box took within `FORCE_OPEN_LAPSES_SECONDS`.
 */
export const MaintenanceOverride = z.strictObject({
  wishId: z.string().min(1).max(64),
  doorId: DoorId,
  mode: MaintenanceMode,
  untilMs: z.int().nonnegative().nullable(),
  by: z.string().min(1).max(120),
  reason: z.string().max(200),
  seen: z.int().nonnegative(),
});
export type MaintenanceOverride = z.infer<typeof MaintenanceOverride>;

export const FORCE_OPEN_LAPSES_SECONDS = 60;
