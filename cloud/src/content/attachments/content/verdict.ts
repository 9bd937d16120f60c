/** Why a file may not be attached, although it is of a kind that may. */
export const REASONS = ['encrypted', 'script', 'macro', 'embedded', 'external', 'broken', 'bomb', 'polyglot'] as const;
export type Reason = (typeof REASONS)[number];

export const PDF = 'application/pdf';
export const DOC = 'application/msword';
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const ATTACHMENT_TYPES = [PDF, DOC, DOCX] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** What a file turned out to be. */
export type Verdict =
  | {
      readonly is: 'accepted';
      readonly type: AttachmentType /** Where the file says so. */;
      readonly pages: number | null;
    }
  | { readonly is: 'refused'; readonly reason: Reason }
  /** Neither PDF nor a document of Word, whatever it is called. */
  | { readonly is: 'unknown' };

export const refused = (reason: Reason): Verdict => ({ is: 'refused', reason });
export const accepted = (type: AttachmentType, pages: number | null): Verdict => ({ is: 'accepted', type, pages });
