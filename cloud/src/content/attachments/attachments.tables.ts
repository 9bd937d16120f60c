import type { AttachmentType } from './content/verdict.ts';

/** A file that agreements show. What nothing uses is gone a day after it was sent; what an agreement shows is kept with it. */
export interface AgreementAttachmentTable {
  /** `att_…`; its object is called by the same letters. */
  id: string;
  /** As its sender calls it, made harmless. */
  name: string;
  /** By its content. */
  media_type: AttachmentType;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** Null where the file does not say. */
  pages: number | null;
  /** `putting` until its object is stored, `removing` from when nothing may use it any more. */
  state: 'putting' | 'stored' | 'removing';
  /** Whose agreements use it: an organisation, or `platform`. Null until one does. */
  used_by: string | null;
  /** `user:<id>`. */
  sent_by: string;
  sent_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    agreement_attachment: AgreementAttachmentTable;
  }
}
