import { z } from 'zod';
import { defineLocalMessage } from './message.ts';

const RequestId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const RunId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
const CHANNELS_MAX = 32;
const Levels = z.array(z.boolean()).max(CHANNELS_MAX);

/** In every message of a controller: which of its runs this is, and how far that run is, in ms since its start. */
const moment = { v: z.literal(1), boot: RunId, monoMs: z.number().nonnegative() };

export const ControllerBeacon = z.strictObject({
  ...moment,
  firmware: z.string().max(60),
  relays: z.int().min(0).max(CHANNELS_MAX),
  inputs: z.int().min(0).max(CHANNELS_MAX),
});
export type ControllerBeacon = z.infer<typeof ControllerBeacon>;

export const ControllerState = z.strictObject({
  ...moment,
  /** Each relay's coil, energised or not, from 0. */
  relays: Levels,
  /** Each input, active or not, from 0. */
  inputs: Levels,
  /** The id of the `report` that asked for it; absent when something changed by itself. */
  answers: RequestId.optional(),
});
export type ControllerState = z.infer<typeof ControllerState>;

export const ControllerReport = z.strictObject({ v: z.literal(1), id: RequestId });
export type ControllerReport = z.infer<typeof ControllerReport>;

/** The longest pulse that a controller must be able to time, in ms. */
export const PULSE_MS_MAX = 600_000;

const order = {
  v: z.literal(1),
  id: RequestId,
  /** The run of the controller that it is meant for: no command outlives a restart. */
  boot: RunId,
  /** Latest start on the controller's own clock, in ms since the start of that run. Later it is dropped and answered `late`. */
  notAfterMonoMs: z.number().nonnegative(),
  relay: z
    .int()
    .min(0)
    .max(CHANNELS_MAX - 1),
  energised: z.boolean(),
};
export const ControllerCommand = z.discriminatedUnion('op', [
  z.strictObject({ ...order, op: z.literal('set') }),
  /** The controller itself brings the coil back after `forMs`, whatever becomes of the box. */
  z.strictObject({ ...order, op: z.literal('pulse'), forMs: z.int().min(1).max(PULSE_MS_MAX) }),
]);
export type ControllerCommand = z.infer<typeof ControllerCommand>;

export const ControllerConfirm = z.strictObject({
  ...moment,
  id: RequestId,
  /** `done` also for an id that was carried out before: it is not carried out again. */
  outcome: z.enum(['done', 'late', 'other_boot', 'refused']),
});
export type ControllerConfirm = z.infer<typeof ControllerConfirm>;

const boot = 'c0ffee00-1';
const controller = { kind: 'controller' } as const;

export const controllerBeaconMessage = defineLocalMessage({
  ...controller,
  name: 'beacon',
  direction: 'up',
  qos: 0,
  summary: 'The controller is there: at connect and every 5 s. Which run it is, its clock, how many channels it has.',
  payload: ControllerBeacon,
  vectors: [{ v: 1, boot, monoMs: 51, firmware: 'acme-door 1.2', relays: 4, inputs: 8 }],
});

export const controllerStateMessage = defineLocalMessage({
  ...controller,
  name: 'state',
  direction: 'up',
  qos: 0,
  summary: 'Coils and inputs as they are now: at connect, at every change, and in answer to a report.',
  payload: ControllerState,
  vectors: [
    { v: 1, boot, monoMs: 60.5, relays: [false, false], inputs: [false, true] },
    { v: 1, boot, monoMs: 1_200, relays: [true, false], inputs: [true, true], answers: 'r17' },
  ],
});

export const controllerReportMessage = defineLocalMessage({
  ...controller,
  name: 'report',
  direction: 'down',
  qos: 1,
  summary: 'Say your state now. The answer names the id.',
  payload: ControllerReport,
  vectors: [{ v: 1, id: 'r17' }],
});

export const controllerCommandMessage = defineLocalMessage({
  ...controller,
  name: 'command',
  direction: 'down',
  qos: 1,
  summary: 'Move one coil. Never retained; dropped when late, meant for another run, or seen before.',
  payload: ControllerCommand,
  vectors: [
    { v: 1, id: 'c18', boot, notAfterMonoMs: 1_450, op: 'set', relay: 0, energised: false },
    { v: 1, id: 'c19', boot, notAfterMonoMs: 2_450, op: 'pulse', relay: 0, energised: true, forMs: 5_000 },
  ],
});

export const controllerConfirmMessage = defineLocalMessage({
  ...controller,
  name: 'confirm',
  direction: 'up',
  qos: 1,
  summary: 'What became of a command.',
  payload: ControllerConfirm,
  vectors: [{ v: 1, boot, monoMs: 2_212, id: 'c19', outcome: 'done' }],
});
