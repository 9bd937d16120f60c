import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Zones } from '../../kit/zones.ts';
import { type AgreementsService, browserOf, type Drawing, signedFacts } from '../agreements/agreements.module.ts';
import type { CuaRow } from './club-user-agreements.repo.ts';

/** A document as a person at a club is to read it. */
export type PersonalDocument = NonNullable<Awaited<ReturnType<AgreementsService['clubs']['documentForPerson']>>>;

/** What whoever signs says by it. */
export interface PersonalSigning {
  readonly documentSha256: string;
  /** As they wrote it; as they were asked, where no signature is needed. */
  readonly name: string;
  readonly typed: boolean;
  readonly drawing?: Drawing | undefined;
  /** They sign in the place of whoever was asked, as their guardian. */
  readonly asGuardian: boolean;
}

/** From where they did, and what they had proven before. */
export interface CameByLink {
  readonly remoteAddress: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** When they had shown the code that was sent to their address, ms since 1970; null where there was none. */
  readonly codeAt: number | null;
}

/** What is kept of a signature by a link. `salt`: 256 random bits, so that the hash of it says nothing once it is gone. */
export const personalEvidence = (
  { row, document, salt, at }: { row: CuaRow; document: PersonalDocument; salt: string; at: number },
  signing: PersonalSigning,
  came: CameByLink,
  zones: Zones,
): Json => ({
  ...signedFacts(document, signing, at, zones),
  salt,
  cuaId: row.id,
  signer: {
    userId: row.user_id,
    partnerId: row.partner_id,
    memberId: row.member_id,
    askedAs: row.name,
    name: signing.name,
    asGuardian: signing.asGuardian,
  },
  cameBy: {
    remoteAddress: came.remoteAddress,
    userAgent: browserOf(came.userAgent),
    requestId: came.requestId,
    link: { sha256: row.link_hash, deliveredBy: row.deliver },
    // There is one for links by e-mail alone.
    code: came.codeAt === null ? null : { sentTo: row.email, shownAt: isoOf(came.codeAt) },
  },
});
