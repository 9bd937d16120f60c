import type { ImageType } from '../../platform/images/images.module.ts';

/** A picture that public pages show. What nothing uses is gone a day after it was sent; what something uses is kept. */
export interface PageImageTable {
  /** `pim_…`; its object is called by the same letters. */
  id: string;
  /** By its content. */
  media_type: ImageType;
  /** As it is shown, in pixels. */
  width: number;
  height: number;
  bytes: number;
  /** Of the bytes as they are kept, hex: its public address. */
  sha256: string;
  /** `putting` until its object is stored, `removing` from when nothing may use it any more. */
  state: 'putting' | 'stored' | 'removing';
  /** Whose pages use it: an organisation’s, or `platform`. Null until one does. */
  used_by: string | null;
  /** `user:<id>`. */
  sent_by: string;
  sent_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    page_image: PageImageTable;
  }
}
