/** An image that notifications show: whoever knows its key may read it, until it is a week old. */
export interface NotificationImageTable {
  /** What its object is called. Not its key. */
  id: string;
  /** SHA-256 of the key in its address, hex: a copy of this table opens no image. */
  key_hash: string;
  /** The device that sent it. */
  device_id: string;
  /** By its content. */
  type: string;
  size: number;
  /** `putting` until its object is stored. */
  state: 'putting' | 'stored';
  created_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    notification_image: NotificationImageTable;
  }
}
