/** A release of the edge agent. Its archive lies in the object store. */
export interface EdgeReleaseTable {
  version: string;
  /** JSON of the signed note. */
  note: string;
  /** Of the archive; part of its keys. */
  sha256: string;
  size: number;
  added_at: number;
  withdrawn_at: number | null;
}

/** Who may take a release. */
export interface EdgeReleaseOfferTable {
  version: string;
  scope: 'channel' | 'facility' | 'box';
  /** The channel's name, or the id of the facility or the box. */
  target: string;
  percent: number;
  /** Rises each time the release is offered to anybody. */
  serial: number;
  offered_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    edge_release: EdgeReleaseTable;
    edge_release_offer: EdgeReleaseOfferTable;
  }
}
