import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Tx } from '../db/unit-of-work.ts';
import type { Progress } from './asked.ts';
import type { Caller } from './call.ts';
import type { Inputs } from './endpoint.ts';
import type { MountedEndpoint } from './mount.ts';

/** Whom a resource is looked for. */
export interface FindBy<C extends Caller> {
  readonly tx: Tx;
  readonly caller: C;
}

/**
 * What a request is about, where its input names it and only the database says where that is. It is found before anything
 * is done, and again wherever something is read or changed then: where it is, and whose, may have changed in between.
 */
export interface Resource<Deps, C extends Caller, Input, R> {
  /** With all that the surface's gate goes by. Nothing, where there is none. */
  readonly find: (deps: Deps, input: Input, by: FindBy<C>) => Promise<R | undefined>;
  /** The 404 of it: for what there is not, and for what the caller may not know of. */
  readonly missing: (input: Input) => Fault;
}

/** Any resource, as far as the kit reads it. */
export interface AnyResource {
  readonly missing: (input: never) => Fault;
}

interface Asking {
  readonly input: Inputs<unknown, unknown, unknown>;
  readonly by: FindBy<Caller>;
  readonly progress: Progress;
}

/** What the request is about, if the gate lets the caller through there. */
export const admittedTo = async (
  { declaration, find }: MountedEndpoint,
  { input, by, progress }: Asking,
): Promise<unknown> => {
  const { surface, gate, resource } = declaration;
  if (find === undefined || resource === undefined || surface.resources === undefined) return undefined;
  const missing = () => resource.missing(input as never);
  const found = await find(input, by);
  if (found === undefined) throw missing();
  // What the path names already is where the attempt belongs.
  if (by.caller.place === undefined) progress.place = surface.resources.placeOf(found as never);
  surface.resources.authorise(by.caller as never, gate as never, { found: found as never, missing });
  return found;
};

/** In a unit: the gate is asked again, for rights are taken away and things are moved while somebody prepares. */
export const admittedAgain = async (
  endpoint: MountedEndpoint,
  { input, by: { tx, caller: known }, progress }: Asking,
): Promise<{ readonly caller: Caller; readonly resource: unknown }> => {
  const { surface, gate, method, stepUp } = endpoint.declaration;
  const caller = known.renewed === undefined ? known : await known.renewed(tx);
  if (known.renewed !== undefined) surface.authorise(caller as never, gate as never, method, stepUp === true);
  return { caller, resource: await admittedTo(endpoint, { input, by: { tx, caller }, progress }) };
};
