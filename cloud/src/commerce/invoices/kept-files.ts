import type { PdfDocument } from '../../kit/documents/document.ts';
import type { Documents } from '../../kit/documents/documents.ts';

/** A file that is to be made. `key`: of one that never changes. */
export interface FileToMake {
  readonly key: string | null;
  readonly name: string;
  readonly pdf: PdfDocument;
}

const KEPT = 16;

/** Makes files, and keeps those that were asked for last: a page of PDF takes the thread a tenth of a second. */
export const createKeptFiles = (documents: Pick<Documents, 'pdf'>) => {
  const kept = new Map<string, Promise<Uint8Array>>();
  return ({ key, pdf }: FileToMake): Promise<Uint8Array> => {
    if (key === null) return documents.pdf(pdf);
    const made = kept.get(key) ?? documents.pdf(pdf);
    kept.delete(key);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  };
};
