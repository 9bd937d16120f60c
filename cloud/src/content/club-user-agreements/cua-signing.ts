import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { dayIn, type Zones } from '../../kit/zones.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.module.ts';
import { hashOf } from '../../platform/sessions/sessions.module.ts';
import { type AgreementsService, sha256Of } from '../agreements/agreements.module.ts';
import { type CuaRow, cuaRepo } from './club-user-agreements.repo.ts';
import { addEvent, type CameBy } from './cua-events.ts';
import { type CameByLink, type PersonalDocument, type PersonalSigning, personalEvidence } from './cua-evidence.ts';
import { isLinkToken } from './cua-links.ts';
import { type CuaSignatureRow, cuaSignaturesRepo } from './cua-signatures.repo.ts';
import { nextState } from './cua-states.ts';

const SALT_BYTES = 32;

export interface CuaSigningDeps extends Pick<Environment, 'clock' | 'random'> {
  readonly agreements: Pick<AgreementsService, 'clubs'>;
  readonly zones: Zones;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  /** Says that somebody has signed. */
  readonly signed: (tx: Tx, signatureId: string) => Promise<void>;
}

/** What a link leads to, as it stands by now. */
export interface Linked {
  readonly row: CuaRow;
  /** What can be read; what is declined, or signed, is looked at no more. */
  readonly document?: PersonalDocument;
  readonly signature?: CuaSignatureRow;
}
export type Signed =
  | { readonly outcome: 'signed'; readonly signature: CuaSignatureRow }
  /** It is another document by now: it has to be read first. */
  | { readonly outcome: 'changed' }
  /** Somebody was faster, or it was withdrawn. */
  | { readonly outcome: 'closed' };
export type CuaSigning = ReturnType<typeof createCuaSigning>;

/** Who acts by a link, as it is on record: whoever has it. */
export const signerOf = ({ id }: Pick<CuaRow, 'id'>): string => `signer:${id}`;

/** What whoever has a link does: they read it, and sign or decline. */
export const createCuaSigning = ({ clock, random, agreements, zones, webhooks, signed }: CuaSigningDeps) => {
  const cameOf = (row: CuaRow, { remoteAddress, userAgent }: CameByLink): CameBy => ({
    by: signerOf(row),
    remoteAddress,
    userAgent,
  });
  const byHash = async (tx: Tx, linkHash: string): Promise<Linked | undefined> => {
    const row = await cuaRepo(tx).findByLink(linkHash);
    if (row === undefined || Number(row.link_ends_at) <= clock.wallMs()) return undefined;
    if (row.state === 'signed') {
      const signature = await cuaSignaturesRepo(tx).of(row.id);
      return signature && { row, signature };
    }
    if (row.state === 'declined') return { row };
    if (nextState(row.state, 'view') === undefined) return undefined;
    const document = await agreements.clubs.documentForPerson(tx, row.facility_id, row.agreement_id);
    return document && { row, document };
  };
  const dayAfter = (zone: string, at: number, days: number): string => dayIn(zones, zone, at + Days(days));

  return {
    /** What a link leads to. One that has ended, or was withdrawn, leads nowhere, as one that there never was. */
    byToken: async (tx: Tx, token: string): Promise<Linked | undefined> =>
      isLinkToken(token) ? byHash(tx, hashOf(token)) : undefined,
    byHash,

    findSignature: (tx: Tx, id: string) => cuaSignaturesRepo(tx).find(id),
    /** Canonical JSON; undefined once it is gone. */
    evidenceOf: (tx: Tx, id: string) => cuaSignaturesRepo(tx).evidence(id),

    /** Notes that they have read it. Resolves with whether that is so. */
    view: async (tx: Tx, { row }: Linked, came: CameByLink): Promise<boolean> => {
      if (row.state !== 'sent') return true;
      const now = clock.wallMs();
      if (!(await cuaRepo(tx).change(row, { state: 'viewed', state_at: now }))) return false;
      await addEvent(tx, row.id, 'viewed', now, cameOf(row, came));
      return true;
    },

    /** Signs what they have read: of many at once one does. */
    sign: async (tx: Tx, linkHash: string, signing: PersonalSigning, came: CameByLink): Promise<Signed> => {
      const { row, document } = (await byHash(tx, linkHash)) ?? {};
      if (row === undefined || document === undefined || nextState(row.state, 'sign') === undefined)
        return { outcome: 'closed' };
      const { standing, facility, versionId, cua } = document;
      if (standing.documentSha256 !== signing.documentSha256) return { outcome: 'changed' };
      const at = clock.wallMs();
      const { validityDays } = cua;
      const to = {
        state: 'signed' as const,
        state_at: at,
        version_id: versionId,
        version_number: standing.version,
        ends_on: row.ends_on ?? (validityDays === null ? null : dayAfter(facility.timezone, at, validityDays)),
      };
      if (!(await cuaRepo(tx).change(row, to))) return { outcome: 'closed' };
      const salt = Buffer.from(random(SALT_BYTES)).toString('hex');
      const evidence = canonicalJson(personalEvidence({ row, document, salt, at }, signing, came, zones));
      const signature: CuaSignatureRow = {
        id: randomId('sig', random),
        cua_id: row.id,
        agreement_id: row.agreement_id,
        version_id: versionId,
        version_number: standing.version,
        variation_revision: standing.variation?.revision ?? 0,
        facility_id: row.facility_id,
        method: standing.requirement,
        document_sha256: standing.documentSha256,
        evidence_sha256: sha256Of(evidence),
        signed_at: at,
      };
      await cuaSignaturesRepo(tx).insert(signature, evidence);
      await addEvent(tx, row.id, 'signed', at, cameOf(row, came));
      await webhooks.add(tx, {
        facilityId: row.facility_id,
        type: 'cua.signed',
        occurredAt: at,
        data: { cuaId: row.id, agreementId: row.agreement_id, version: standing.version, signatureId: signature.id },
      });
      await signed(tx, signature.id);
      return { outcome: 'signed', signature };
    },

    /** Resolves with whether this declined it. */
    decline: async (tx: Tx, linkHash: string, came: CameByLink): Promise<boolean> => {
      const now = clock.wallMs();
      const { row } = (await byHash(tx, linkHash)) ?? {};
      if (row === undefined || nextState(row.state, 'decline') === undefined) return false;
      if (!(await cuaRepo(tx).change(row, { state: 'declined', state_at: now }))) return false;
      await addEvent(tx, row.id, 'declined', now, cameOf(row, came));
      return true;
    },
  };
};
