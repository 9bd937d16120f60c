import type { HeadRow } from './access-db.ts';

/** What the main thread asks of the thread that writes. `id` finds the answer. */
export type WriterOrder =
  | { readonly do: 'cursor'; readonly facilityId: string }
  /** The bytes of a page, as the cloud sent them. */
  | { readonly do: 'page'; readonly bytes: Uint8Array<ArrayBuffer>; readonly facilityId: string }
  /** The bytes of a zones document that a page needs before it counts. */
  | { readonly do: 'zones'; readonly bytes: Uint8Array<ArrayBuffer>; readonly hash: string }
  /** Forget everything. */
  | { readonly do: 'clear' }
  /** Bring the log into the file and cut it, as far as whoever reads lets it. */
  | { readonly do: 'tidy' }
  /** Whether the store is what was written. */
  | { readonly do: 'check' }
  /** The file is damaged: set it aside, and begin another. */
  | { readonly do: 'rebuild'; readonly nowMs: number };

/** Where to read on; no epoch: from the beginning. */
export interface Cursor {
  readonly epoch: string | undefined;
  readonly after: number;
}

/** What became of a page. */
export type PageOutcome =
  | { readonly is: 'more' }
  /** Everything is there but the time-zone tables. */
  | { readonly is: 'zones'; readonly hash: string }
  | { readonly is: 'switched'; readonly head: HeadRow; readonly whole: boolean }
  /** What the box has is the newest. */
  | { readonly is: 'current' }
  /** The cloud has made no snapshot yet. */
  | { readonly is: 'nothing_yet' }
  /** `anew`: the next pull begins from nothing. Else the answer was none to what was asked for. */
  | { readonly is: 'refused'; readonly revision: number; readonly why: string; readonly anew: boolean };

export type WriterAnswer =
  | { readonly to: 'cursor'; readonly cursor: Cursor }
  | { readonly to: 'page'; readonly outcome: PageOutcome }
  | { readonly to: 'zones'; readonly outcome: PageOutcome }
  | { readonly to: 'check'; readonly problem: string | undefined }
  | { readonly to: 'tidy' }
  | { readonly to: 'clear' }
  | { readonly to: 'rebuild' };

/** `end`: close the store, and the thread with it. */
export type ToWriter = (WriterOrder & { readonly id: number }) | 'end';
export type FromWriter =
  | { readonly id: number; readonly answer: WriterAnswer }
  | { readonly id: number; readonly failed: string; readonly damage: boolean };
