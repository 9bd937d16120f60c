import type { PartnerApi } from '../partner-client.ts';

/** What the checks run against: a sandbox facility, and the key of whoever wants to know. */
export interface Target {
  readonly client: PartnerApi;
  /** One GET without the client's patience: for what its answer's headers say. */
  readonly ask: (path: string, authorised?: boolean) => Promise<{ status: number; headers: Headers; body: Body }>;
  readonly facility: { readonly facility_id: string } | { readonly linking_identifier: string };
  readonly doorId: string;
  /** New for each run, so that runs do not meet each other's records. */
  readonly run: string;
}
export type Body = Readonly<Record<string, unknown>>;

/** One promise of the API. `run` throws what is wrong, or says why it could not be tried. */
export interface Check {
  readonly says: string;
  readonly run: (target: Target) => Promise<string | undefined>;
}

/** Throws unless the two are the same, as JSON. */
export const same = (what: string, given: unknown, wanted: unknown): void => {
  if (JSON.stringify(given) !== JSON.stringify(wanted))
    throw new Error(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(given)}`);
};

/** The code that a call fails with; `none` where it goes well. */
export const codeOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) =>
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no code',
  );
