import type { Call, Caller, ReadCall } from './call.ts';
import type { AnyEndpoint, Endpoint, Inputs } from './endpoint.ts';
import type { FindBy } from './resource.ts';

/** A declaration bound to its dependencies: what modules hand over and servers serve. */
export interface MountedEndpoint {
  readonly declaration: AnyEndpoint;
  /** The call is of the kind that the declaration asks for. */
  readonly handle: (input: Inputs<unknown, unknown, unknown>, call: Call<Caller>) => Promise<unknown>;
  readonly prepare?: (input: Inputs<unknown, unknown, unknown>, call: ReadCall<Caller>) => Promise<unknown>;
  readonly admit?: (input: Inputs<unknown, unknown, unknown>, call: ReadCall<Caller>) => Promise<unknown>;
  readonly many?: (
    inputs: readonly Inputs<unknown, unknown, unknown>[],
    call: ReadCall<Caller>,
  ) => Promise<readonly unknown[]>;
  /** What the declaration's `resource` finds. */
  readonly find?: (input: Inputs<unknown, unknown, unknown>, by: FindBy<Caller>) => Promise<unknown>;
}

/** Binds a declaration to its dependencies. */
export const mount = <Deps>(declaration: Endpoint<Deps>, deps: Deps): MountedEndpoint => {
  const { handle, prepare, admit, resource, many } = declaration;
  return {
    declaration,
    // The pipeline has parsed the input by this declaration's schemas and its surface made the caller.
    handle: (input, call) => handle(deps, input as never, call as never),
    ...(prepare && { prepare: (input, call) => prepare(deps, input as never, call as never) }),
    ...(many && { many: (inputs, call) => many(deps, inputs as never, call as never) }),
    ...(admit && { admit: (input, call) => admit(deps, input as never, call as never) }),
    ...(resource && { find: (input, by) => resource.find(deps, input as never, by as never) }),
  };
};
