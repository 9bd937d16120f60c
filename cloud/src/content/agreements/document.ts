import { hash } from 'node:crypto';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { canonicalJson, type Json } from '@gatehouse/shared/json/canonical.ts';
import type { Kind, Requirement } from './agreements.tables.ts';

/** A file of a version, as far as the document names it. */
export interface Attachment {
  readonly attachmentId: string;
  readonly name: string;
  readonly sha256: string;
}

/** What a version says, and what a draft is going to say. */
export interface Content {
  readonly title: string;
  readonly requirement: Requirement;
  /** Markdown. */
  readonly body: string;
  readonly attachments: readonly string[];
  readonly changeNote: string;
  readonly reacknowledge: boolean;
  /** `YYYY-MM-DD`; null: from the day on that it is published (UTC). */
  readonly effectiveOn: string | null;
}

/** A part of the body that says something else at one club; null: it does not hold there. */
export interface Clause {
  readonly heading: string;
  readonly text: string | null;
}

export interface VariationContent {
  readonly clauses: readonly Clause[];
  readonly note: string;
  readonly fromOn: string;
  readonly untilOn: string | null;
}

export const sha256Of = (text: string): string => hash('sha256', text);
const hashOfJson = (value: Json): string => sha256Of(canonicalJson(value));

/** Of everything that a version says. Who signs it signs this, with what differs at their club. */
export const versionSha256 = (version: {
  readonly agreementId: string;
  readonly kind: Kind;
  readonly number: number;
  readonly title: string;
  readonly requirement: Requirement;
  readonly body: string;
  readonly attachments: readonly Attachment[];
  readonly effectiveOn: string;
}): string =>
  hashOfJson({
    ...version,
    attachments: version.attachments.map(({ attachmentId, name, sha256 }) => ({ attachmentId, name, sha256 })),
  });

export const variationSha256 = (
  of: { readonly agreementId: string; readonly facilityId: FacilityId; readonly revision: number },
  { clauses, note, fromOn, untilOn }: VariationContent,
): string =>
  hashOfJson({ ...of, note, fromOn, untilOn, clauses: clauses.map(({ heading, text }) => ({ heading, text })) });

/** A variation as a document names it. */
export interface VariationRef {
  readonly revision: number;
  readonly sha256: string;
}

/** Of versions as most clubs have them: every list has the same hundreds. */
const unvaried = new Map<string, string>();
const UNVARIED_MAX = 2_000;

/** Of the document as one club has it: the version, and what differs there, each by its own hash. */
export const documentSha256 = (version: string, variation: VariationRef | null): string => {
  if (variation !== null)
    return hashOfJson({ version, variation: { revision: variation.revision, sha256: variation.sha256 } });
  const known = unvaried.get(version);
  if (known !== undefined) return known;
  if (unvaried.size >= UNVARIED_MAX) unvaried.clear();
  const made = hashOfJson({ version, variation: null });
  unvaried.set(version, made);
  return made;
};

/** A title as it is found and sorted by: without capitals and marks, so that *Éclair* stands beside *eclair*. */
export const titleKey = (title: string): string => title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const STATEMENTS: Readonly<Record<Exclude<Requirement, 'none'>, (club: string) => string>> = {
  signature: (club) => `I have read this document, and I sign it for ${club}.`,
  checkbox: (club) => `I have read this document, and I agree to it for ${club}.`,
  popup: (club) => `I have seen this document, and I acknowledge it for ${club}.`,
};

/** What whoever acknowledges says by it, word for word; null where nothing is asked. Shown beside the document, and kept as evidence. */
export const statementOf = (requirement: Requirement, club: string): string | null =>
  requirement === 'none' ? null : STATEMENTS[requirement](club);

const PERSONAL_STATEMENTS: Readonly<Record<Requirement, string>> = {
  signature: 'I have read this document, and I sign it.',
  checkbox: 'I have read this document, and I agree to it.',
  popup: 'I have seen this document, and I acknowledge it.',
  none: 'I have seen this document.',
};

/** The same of somebody who is asked for themselves: what is asked of a person always asks for something. */
export const personalStatementOf = (requirement: Requirement): string => PERSONAL_STATEMENTS[requirement];
