import { z } from 'zod';
import type { Fact } from '../../kit/documents/document.ts';
import { Drawing } from '../agreements/agreements.module.ts';

const text = z.string();
const none = text.nullish();

/** What a file shows of evidence: that of a club and that of a person differ in what is known of whoever signed. */
const Evidence = z.object({
  document: z.object({ title: text, version: z.number(), sha256: text, variationRevision: z.number().nullable() }),
  club: z.object({ name: text }),
  statement: text,
  method: text,
  signer: z.object({
    email: none,
    accountName: none,
    title: none,
    name: none,
    askedAs: none,
    asGuardian: z.boolean().optional(),
  }),
  typed: z.boolean(),
  drawing: Drawing.nullable(),
  signedAt: text,
  signedAtLocal: text,
  timeZone: text,
  cameBy: z.object({
    remoteAddress: text,
    userAgent: none,
    sessionId: none,
    keyId: none,
    link: z.object({ deliveredBy: text }).optional(),
    code: z.object({ sentTo: none, shownAt: text }).nullish(),
  }),
});
export type Evidence = z.output<typeof Evidence>;

/** Reads evidence as it was kept. */
export const evidenceIn = (json: string): Evidence => Evidence.parse(JSON.parse(json));

/** What they are called, as they signed. */
export const signedAs = ({ signer }: Evidence): string => signer.name ?? signer.askedAs ?? signer.accountName ?? '';

/** Where the copy for whoever signed goes; null where no address is known. */
export const addressOf = ({ signer, cameBy }: Evidence): string | null => {
  const address = signer.email ?? cameBy.code?.sentTo ?? null;
  return address?.includes('@') ? address : null;
};

const wayIn = ({ cameBy }: Evidence): string => {
  if (cameBy.code)
    return `a link sent by ${cameBy.link?.deliveredBy}, and a code sent there that was shown at ${cameBy.code.shownAt}`;
  if (cameBy.link) return `a link by ${cameBy.link.deliveredBy}, without a code`;
  if (cameBy.sessionId) return `the session ${cameBy.sessionId}`;
  return cameBy.keyId ? `the key ${cameBy.keyId}` : 'the platform';
};

const HOW = { drawn: 'drawn', typed: 'typed: the name is the signature', said: 'acknowledged, without a signature' };

/** The evidence as its page says it, one fact a row. */
export const factsOf = (evidence: Evidence): readonly Fact[] => {
  const { document, club, signer, statement, drawing, typed, cameBy } = evidence;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Document', `${document.title}, version ${document.version}`],
    ['SHA-256 of the document', document.sha256],
    ['For', club.name],
    ['Said', statement],
    ['Signed by', signedAs(evidence)],
    ['As', signer.asGuardian ? `parent or guardian of ${signer.askedAs}` : signer.title],
    ['Known as', signer.accountName ?? signer.askedAs],
    ['How', drawing ? HOW.drawn : typed ? HOW.typed : HOW.said],
    ['When', evidence.signedAt],
    ['When, there', `${evidence.signedAtLocal} (${evidence.timeZone})`],
    ['Came by', wayIn(evidence)],
    ['Address on the network', cameBy.remoteAddress],
    ['Browser', cameBy.userAgent],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
};
