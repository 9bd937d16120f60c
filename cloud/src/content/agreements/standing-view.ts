import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { A_HASH, AN_AGREEMENT, Attachment, agreementId, day, requirement } from './agreement-fields.ts';
import type { Standing } from './club-agreements.ts';

/** A part that says something else at one club. */
export const Clause = z
  .strictObject({
    heading: z.string().trim().min(1).max(200).describe('The heading of the part of the body that it is about.'),
    text: z
      .string()
      .max(20_000)
      .nullable()
      .describe('What that part says at this club, in Markdown; null: it does not hold there.'),
  })
  .meta({ id: 'AgreementClause' });

const InForce = z
  .object({
    revision: z.int().describe('Which variation it is: counts from 1.'),
    clauses: z.array(Clause).describe('The parts that differ.'),
    note: z.string().describe('Why, for those who are asked anew.'),
    fromOn: day.describe('From which day on it holds, where the club is.'),
    untilOn: day.nullable().describe('The last day on which it holds; null: until it is changed.'),
  })
  .meta({ id: 'AgreementVariationInForce' });

export const ClubAgreement = z
  .object({
    agreementId,
    title: z.string().describe('What it is called.'),
    requirement,
    state: z.enum(['active', 'archived']).describe('`archived`: it was asked of this club, and is no more.'),
    version: z.int().describe('The version that counts.'),
    changeNote: z.string().describe('What is different from the version before.'),
    effectiveOn: day.describe('From which day on it holds, where the club is.'),
    publishedAt: z.iso.datetime().describe('When it was published (UTC).'),
    attachments: z.array(Attachment).describe('Its files.'),
    acknowledged: z
      .object({
        signatureId: z.string().describe('What holds the evidence of it.'),
        version: z.int().describe('The version that was acknowledged: it may be an older one that still counts.'),
        signedBy: By.describe('Who did, for the club.'),
        signedAt: z.iso.datetime().describe('When that was (UTC).'),
      })
      .nullable()
      .describe('The acknowledgement that counts for the document as it is; null: there is none.'),
    outstanding: z.boolean().describe('Whether the club is asked to acknowledge it, and has not.'),
    overdue: z.boolean().describe('Whether it is outstanding, and holds already.'),
    variation: InForce.nullable().describe('What differs at this club today; null: nothing.'),
    documentSha256: z
      .string()
      .describe('Of the document as this club has it today: who signs sends it, and so says what they have read.'),
  })
  .meta({ id: 'ClubAgreement' });

export const A_STANDING: z.input<typeof ClubAgreement> = {
  agreementId: AN_AGREEMENT,
  title: 'Operating standards',
  requirement: 'signature',
  state: 'active',
  version: 2,
  changeNote: 'Clubs open at six.',
  effectiveOn: '2026-02-01',
  publishedAt: '2026-01-15T09:30:00.000Z',
  attachments: [],
  acknowledged: {
    signatureId: 'sig_0123456789abcdef',
    version: 2,
    signedBy: BY_SAM,
    signedAt: '2026-01-20T09:30:00.000Z',
  },
  outstanding: false,
  overdue: false,
  variation: null,
  documentSha256: A_HASH,
};

/** With the names of those who acknowledged, all looked up together. */
export const standingsOf = async (
  tx: Tx,
  standings: readonly Standing[],
): Promise<z.output<typeof ClubAgreement>[]> => {
  const given = standings.flatMap(({ acknowledged }) => acknowledged ?? []);
  const named = new Map((await namedBy(tx, given, 'signedBy')).map((one) => [one.signatureId, one]));
  return standings.map((standing) => ({
    ...standing,
    acknowledged: named.get(standing.acknowledged?.signatureId ?? '') ?? null,
  }));
};

export const ClubOutstanding = z
  .object({
    facilityId: FacilityId.describe('The club.'),
    outstanding: z.int().describe('How many agreements it has not acknowledged.'),
    overdue: z.int().describe('How many of those hold already.'),
    oldestEffectiveOn: day.describe('From which day on the oldest of them holds.'),
  })
  .meta({ id: 'ClubOutstandingAgreements' });
