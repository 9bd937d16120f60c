/** What somebody else says of a hash: that it was there, and when. */
export interface TimeStamp {
  /** DER, a token of RFC 3161: whoever has it can verify it without us. */
  readonly token: Uint8Array;
  readonly atMs: number;
  /** Who says so, as their certificate names them. */
  readonly by: string;
}

/** Somebody outside who says what time it is, to whoever does not believe us. */
export interface TimeAuthority {
  /** Of a SHA-256. Rejects with `ProviderSilent` or `NoTimeStamp`; what it resolves with has been verified. */
  stamp(sha256: Uint8Array): Promise<TimeStamp>;
}

/** The authority said no, or what it said is no time stamp of what was asked. */
export class NoTimeStamp extends Error {
  override readonly name = 'NoTimeStamp';
}
