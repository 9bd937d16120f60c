/** Who has to act: the caller, whoever looks after the device, or us. Decides log level and paging. */
export type Blame = 'caller' | 'device' | 'us';
/** `by-hand`: only where a person has decided so, and after the same delay. */
export type Retry = 'never' | 'safe' | 'after-delay' | 'by-hand';

/** Whether the answer says how long to wait. */
export const isDelayed = (retry: Retry): boolean => retry === 'after-delay' || retry === 'by-hand';

export interface FaultSpec {
  /** The HTTP status this fault is answered with, on every surface. */
  readonly status: number;
  readonly blame: Blame;
  readonly retry: Retry;
  /** One line for a list of errors. */
  readonly title: string;
  /** A paragraph for the fault's own page: what happened and what to do. */
  readonly help: string;
}
export type FaultCatalogue = Readonly<Record<string, FaultSpec>>;

/** Keeps the codes of a catalogue as literal types. */
export const defineFaults = <const C extends FaultCatalogue>(catalogue: C): C => catalogue;

/** What the caller has got wrong, and what the same request will not mend. */
export const callersFault = <const Status extends number>(status: Status, title: string, help: string) =>
  ({ status, blame: 'caller', retry: 'never', title, help }) satisfies FaultSpec;

export interface FaultDetail {
  /** Extra members of the public answer, in the surface's own words. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For our log only: never leaves the process. */
  readonly internal?: Readonly<Record<string, unknown>>;
}

/** An expected refusal that crosses a layer: the caller is told its code and public text, and nothing else. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  readonly spec: FaultSpec;
  readonly detail: FaultDetail;

  constructor(code: string, spec: FaultSpec, publicText: string, detail: FaultDetail = {}) {
    super(publicText);
    this.code = code;
    this.spec = spec;
    this.detail = detail;
  }
}

/** The one way to make a fault of a catalogue: an unknown code does not compile. */
export const faultsOf =
  <C extends FaultCatalogue>(catalogue: C) =>
  (code: keyof C & string, publicText: string, detail?: FaultDetail): Fault =>
    new Fault(code, catalogue[code] as FaultSpec, publicText, detail);

/** A broken expectation of ours. Crashes the request, not the process, and is opaque to the caller. */
export class Bug extends Error {
  override readonly name = 'Bug';
}
