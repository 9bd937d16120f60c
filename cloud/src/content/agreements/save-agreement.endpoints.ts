import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import {
  noSuchPlace,
  type Placed,
  type PlatformCaller,
  platformEndpoint,
} from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import {
  A_SUMMARY,
  AgreementSummary,
  AN_AGREEMENT,
  Audience,
  agreementId,
  body,
  CuaConfigGiven,
  changeNote,
  day,
  expectedRevision,
  kind,
  organisationId,
  reacknowledge,
  requirement,
  SAID,
  title,
} from './agreement-fields.ts';
import { agreementsFaults } from './agreements.faults.ts';
import type { AgreementRow } from './agreements.repo.ts';
import type { AgreementsService } from './agreements.service.ts';
import { administers, noSuchAgreement, placeOf } from './an-agreement.ts';
import type { Summary } from './catalogue.ts';

interface Deps {
  readonly agreements: AgreementsService;
}
const { agreement_unknown, agreement_state, too_many_agreements, changed } = agreementsFaults;

/** The agreement that a body names, or where a new one is to belong. */
const saved = {
  find: async (
    { agreements }: Deps,
    {
      body,
    }: {
      readonly body: { readonly agreementId?: string | undefined; readonly organisationId?: OrgId | null | undefined };
    },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Placed & { row: AgreementRow | undefined }) | undefined> => {
    if (body.agreementId === undefined) return { ...placeOf({ org_id: body.organisationId ?? null }), row: undefined };
    const row = await agreements.catalogue.find(tx, body.agreementId);
    return row && { ...placeOf(row), row };
  },
  missing: ({ body }: { readonly body: { readonly agreementId?: string | undefined } }) =>
    body.agreementId === undefined ? noSuchPlace('organisation') : noSuchAgreement(),
};

export const saveAgreement = platformEndpoint<Deps>()({
  id: 'agreements.save',
  method: 'PUT',
  path: '/api/admin/agreements/save',
  summary: 'Save an agreement: as a draft, as its next version, or put away',
  description:
    'Without `agreementId` a new one, of an organisation or of the platform. What is left out stays as it is. `draft` keeps what the next version is going to say; nobody else sees it. `publish` makes that the version that counts, and asks those that it is for; where it says the same as the one that counts, there is no new version. A published version never changes. `archive` asks nobody any more; what was acknowledged stays so.',
  gate: administers,
  resource: saved,
  bodyLimit: { bytes: 1_000_000, keys: 2_000 },
  body: z.strictObject({
    agreementId: agreementId.optional().describe('The agreement to change. A new one, unless given.'),
    organisationId: organisationId.optional(),
    title: title.optional(),
    kind: kind.optional(),
    requirement: requirement.optional(),
    audience: Audience.optional(),
    body: body.optional(),
    attachments: z
      .array(z.string().min(1).max(64))
      .max(10)
      .optional()
      .describe('Files of it, by the ids that uploading them answered.'),
    changeNote: changeNote.optional(),
    effectiveOn: day
      .nullable()
      .optional()
      .describe('From which day on it holds, where each club is; null: from the day on that it is published (UTC).'),
    reacknowledge: reacknowledge.optional(),
    cua: CuaConfigGiven.optional().describe('How people at clubs are asked, of the kind `club-user`.'),
    expectedRevision,
    action: z.enum(['draft', 'publish', 'archive']).describe('What is done with it.'),
  }),
  success: {
    status: 200,
    description: 'It is saved.',
    schema: AgreementSummary,
    also: { status: 201, description: 'It is made.' },
  },
  examples: {
    body: { agreementId: AN_AGREEMENT, ...SAID, effectiveOn: '2026-02-01', action: 'publish' },
    success: A_SUMMARY,
  },
  faults: {
    place_unknown: usersFaults.place_unknown,
    agreement_unknown,
    agreement_state,
    too_many_agreements,
    changed,
  },
  audit: { event: 'agreement.saved', target: ({ body }) => body.agreementId },
  handle: async ({ agreements }, { body: { agreementId: _id, ...given } }, { tx, caller, about, resource }) => {
    const id = await agreements.save(tx, resource.row, given, actorOf(caller));
    const summary = (await agreements.catalogue.summary(tx, id)) as Summary;
    about(`${id} ${given.action}, version ${summary.version ?? 'none'}`);
    const answer = (await oneNamedBy(tx, summary, 'changedBy')) as z.output<typeof AgreementSummary>;
    return reply(answer, {}, resource.row === undefined ? 201 : 200);
  },
});
