import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { BY_SAM, By } from '../../platform/users/actor-surface.ts';

export const AN_AGREEMENT = 'agr_0123456789abcdef';
export const AN_ORGANISATION = 'org_0123456789abcdef';
export const A_HASH = 'a3b1c5d7e9f00112233445566778899aabbccddeeff00112233445566778899a';

export const agreementId = z.string().min(1).max(64).describe('The agreement: `agr_` and 16 characters.');
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
export const kind = z
  .enum(['club', 'club-user'])
  .describe('`club`: each club agrees as a whole. `club-user`: people at clubs agree, each for themselves.');
export const state = z
  .enum(['draft', 'active', 'archived'])
  .describe('`draft`: never published. `active`: asked of those that it is for. `archived`: asked of nobody any more.');
export const requirement = z
  .enum(['signature', 'checkbox', 'popup', 'none'])
  .describe(
    'What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.',
  );
export const day = z.iso.date();
export const title = z.string().trim().min(1).max(200).describe('What it is called.');
export const organisationId = OrgId.nullable().describe('Whose agreement it is; null: the platform’s.');
export const expectedRevision = z
  .int()
  .min(0)
  .max(1_000_000)
  .optional()
  .describe('The `revision` that the change was made from: where there is a newer one, nothing is done (`changed`).');

export const Audience = z
  .union([
    z.literal('all'),
    z.strictObject({
      organisations: z.array(OrgId).max(200).describe('Every club of these organisations.'),
      facilities: z.array(FacilityId).max(1_000).describe('These clubs besides.'),
    }),
  ])
  .describe('Whom it is for: `all`, every club of whom it belongs to; or some organisations and clubs of it.');

export const body = z.string().min(1).max(200_000).describe('What it says, in Markdown.');
export const changeNote = z
  .string()
  .trim()
  .max(2_000)
  .describe('What is different from the version before, for those who are asked anew.');
export const reacknowledge = z
  .boolean()
  .describe(
    'False: who had acknowledged the version before need not do so again; it is never said that they accepted this one.',
  );

const cuaFields = {
  askedOf: z
    .array(z.enum(['users', 'members', 'others']))
    .min(1)
    .max(3)
    .describe('Who may be asked: users of the platform, members of partners, others by name and e-mail.'),
  validityDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('So many days after it was signed it ends; null: it does not end by itself.'),
  linkDays: z.int().min(1).max(90).describe('So many days a link to sign is valid.'),
  reminderDays: z
    .array(z.int().min(1).max(90))
    .max(5)
    .describe('So many days after it was sent, whoever has not signed is reminded.'),
  signers: z
    .enum(['person', 'person-or-guardian'])
    .describe('Who signs: the person alone, or a guardian in their place.'),
};
export const CuaConfigGiven = z.strictObject({
  askedOf: cuaFields.askedOf.optional(),
  validityDays: cuaFields.validityDays.optional(),
  linkDays: cuaFields.linkDays.optional(),
  reminderDays: cuaFields.reminderDays.optional(),
  signers: cuaFields.signers.optional(),
});
export const CuaConfigShown = z.object(cuaFields).meta({ id: 'CuaConfig' });
export const A_CUA_CONFIG = {
  askedOf: ['members' as const],
  validityDays: 365,
  linkDays: 14,
  reminderDays: [3, 7],
  signers: 'person' as const,
};

export const Attachment = z
  .object({
    attachmentId: z.string().describe('The file.'),
    name: z.string().describe('What it is called.'),
    sha256: z.string().describe('Of its bytes, in hex.'),
  })
  .meta({ id: 'AgreementAttachment' });

const count = z.int().min(0);
export const summaryFields = {
  agreementId,
  organisationId,
  title: z.string().describe('What it is called.'),
  kind,
  requirement,
  state,
  version: z.int().nullable().describe('The version that counts; null: none was published.'),
  effectiveOn: day.nullable().describe('From which day on that holds, where each club is; null: none was published.'),
  draft: z.boolean().describe('Whether there is a draft of the next version.'),
  audience: Audience,
  revision: z.int().describe('Counts the changes that were saved.'),
  clubs: count.describe('How many clubs it is for.'),
  acknowledged: count.describe('How many of those have acknowledged it as it is there now.'),
  outstanding: count.describe('How many have not, of what is asked of them.'),
  changedBy: By,
  changedAt: z.iso.datetime(),
};
export const AgreementSummary = z.object(summaryFields).meta({ id: 'AgreementSummary' });
export const A_SUMMARY: z.input<typeof AgreementSummary> = {
  agreementId: AN_AGREEMENT,
  organisationId: AN_ORGANISATION,
  title: 'Operating standards',
  kind: 'club',
  requirement: 'signature',
  state: 'active',
  version: 2,
  effectiveOn: '2026-02-01',
  draft: false,
  audience: 'all',
  revision: 4,
  clubs: 12,
  acknowledged: 9,
  outstanding: 3,
  changedBy: BY_SAM,
  changedAt: '2026-01-15T09:30:00.000Z',
};

/** What the agreement of all examples says. */
export const SAID = {
  title: A_SUMMARY.title,
  requirement: 'signature' as const,
  body: '# Operating standards\n\nEvery club opens at six.',
  changeNote: 'Clubs open at six.',
  reacknowledge: true,
};
