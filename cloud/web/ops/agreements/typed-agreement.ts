import type { Agreement } from '../../client/platform-api.gen.ts';
import { type TypedCua, typedCua } from './typed-cua.ts';

export type Audience = Agreement['audience'];

/** An agreement as somebody writes it. */
export interface TypedAgreement extends Pick<Agreement, 'title' | 'kind' | 'requirement' | 'audience'> {
  readonly body: string;
  readonly changeNote: string;
  /** `YYYY-MM-DD`; empty: from the day on that it is published. */
  readonly effectiveOn: string;
  readonly reacknowledge: boolean;
  readonly files: readonly { readonly attachmentId: string; readonly name: string }[];
  readonly cua: TypedCua;
}

/** What a version says of itself, and no other has of it. */
export const OF_ONE_VERSION = { changeNote: '', effectiveOn: '', reacknowledge: true } as const;

/** Its draft; where there is none, what counts now. */
export const typedOf = (agreement: Agreement | undefined): TypedAgreement => {
  const { drafted = null, published = null } = agreement ?? {};
  const { title = '', requirement = 'signature', body = '' } = drafted ?? published ?? {};
  const { changeNote, reacknowledge } = drafted ?? OF_ONE_VERSION;
  return {
    ...{ title, requirement, body, changeNote, reacknowledge },
    kind: agreement?.kind ?? 'club',
    effectiveOn: drafted?.effectiveOn ?? '',
    audience: agreement?.audience ?? 'all',
    files: drafted?.files ?? published?.attachments ?? [],
    cua: typedCua(agreement?.cua),
  };
};
