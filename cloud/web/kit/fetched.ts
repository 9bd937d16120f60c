/** Something with the moment at which it was asked for, on this page's monotonic clock: it was so then, or later. */
export interface Fetched<Data> {
  readonly data: Data;
  readonly askedAt: number;
}
