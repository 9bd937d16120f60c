import type { LeasedPlaceTable } from '../../kit/db/leased-places.ts';

/** A socket that is open, in one of the 20 places that its user has. Its id is `sck_…`. */
export type LiveSocketTable = LeasedPlaceTable;

/** Something that a service does while a socket is told of it. */
export interface SocketRunTable {
  /** `run_…`. */
  id: string;
  /** The socket that it was begun for; others of the same user may follow it. */
  socket_id: string;
  user_id: string;
  begun_at: number;
  /** The number of its newest line. */
  last_seq: number;
}

/** A line of what a service tells while it works. */
export interface SocketLineTable {
  run_id: string;
  /** From 1 on, without a gap. */
  seq: number;
  at: number;
  level: 'info' | 'warning' | 'error';
  text: string;
  /** How much of `total` is done, where that can be counted. */
  done: number | null;
  total: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    live_socket: LiveSocketTable;
    socket_run: SocketRunTable;
    socket_line: SocketLineTable;
  }
}
