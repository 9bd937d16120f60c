import { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { DoorsHash } from '@gatehouse/shared/wire/doors-hash.ts';
import { WiringHash } from '@gatehouse/shared/wire/wiring-hash.ts';
import { z } from 'zod';
import type { BoxStore } from '../store/box-store.ts';

/** The newest desired state this box took, and the tag it came with. */
export const StoredDesiredState = z.strictObject({ state: DesiredState, etag: z.string().max(300).nullable() });
export type StoredDesiredState = z.infer<typeof StoredDesiredState>;

/** What is kept beside it, in a slot of its own: an update that is undone leaves the state to an agent that reads no more than it knows. */
export const DesiredMark = z.strictObject({
  epoch: z.uuid().optional(),
  doorsHash: DoorsHash,
  /** Of the state that this is about: an earlier release may have stored another one since. */
  etag: StoredDesiredState.shape.etag,
});
export type DesiredMark = z.infer<typeof DesiredMark>;

/** What the cloud says of the wiring, likewise beside it. */
export const DesiredWiring = z.strictObject({
  hash: WiringHash,
  acknowledged: z.record(z.string(), z.array(z.string())),
  etag: StoredDesiredState.shape.etag,
});
export type DesiredWiring = z.infer<typeof DesiredWiring>;

/** The cloud has signed a desired state: from then on nothing else counts, at whichever facility. */
export const DesiredSigned = z.literal(true);

export const desiredSlots = (box: Pick<BoxStore, 'slot'>) => ({
  slot: box.slot('desired_state', StoredDesiredState),
  marks: box.slot('desired_mark', DesiredMark),
  wirings: box.slot('desired_wiring', DesiredWiring),
  signed: box.slot('desired_signed', DesiredSigned),
});
