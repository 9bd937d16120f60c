import { Drawing } from '../agreements/agreements.module.ts';
import type { Linked, PersonalSigning } from '../club-user-agreements/club-user-agreements.module.ts';

const NAME_LENGTH_MIN = 2;
const NAME_LENGTH_MAX = 120;

/** What a form says, or what is wrong with it, in words for whoever filled it in. */
export type Filled = { readonly signing: PersonalSigning } | { readonly problem: string };

const drawingIn = (text: string | null): Drawing | undefined | 'broken' => {
  if (text === null || text === '') return undefined;
  try {
    return Drawing.safeParse(JSON.parse(text)).data ?? 'broken';
  } catch {
    return 'broken';
  }
};

/** Reads the form of a document that somebody signs. */
export const signingOf = (
  form: URLSearchParams,
  { row, document }: Required<Pick<Linked, 'row' | 'document'>>,
): Filled => {
  const needsSignature = document.standing.requirement === 'signature';
  const name = needsSignature ? (form.get('name') ?? '').trim() : row.name;
  const typed = form.get('typed') === 'yes';
  const drawing = needsSignature ? drawingIn(form.get('drawing')) : undefined;
  if (form.get('accepted') !== 'yes') return { problem: 'Tick the sentence that you agree to.' };
  if (needsSignature && (name.length < NAME_LENGTH_MIN || name.length > NAME_LENGTH_MAX))
    return { problem: 'Write your whole name: 2 to 120 characters.' };
  if (drawing === 'broken') return { problem: 'Draw your signature again: it could not be read.' };
  if (needsSignature && drawing === undefined && !typed)
    return { problem: 'Draw your signature, or say that your name as you typed it is your signature.' };
  const asGuardian = document.cua.signers === 'person-or-guardian' && form.get('guardian') === 'yes';
  const documentSha256 = form.get('documentSha256') ?? '';
  return { signing: { documentSha256, name, typed: needsSignature && typed, drawing, asGuardian } };
};
