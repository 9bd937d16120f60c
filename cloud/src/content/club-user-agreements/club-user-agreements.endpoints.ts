import { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { reply } from '../../kit/http/call.ts';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { MailAddress } from '../../platform/mail/mail.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY, actorOf, PathId } from '../../platform/users/facility-surface.ts';
import {
  type Placed,
  type PlatformCaller,
  platformEndpoint,
  visibleScopes,
} from '../../platform/users/platform-surface.ts';
import { cuaFault, cuaFaults } from './club-user-agreements.faults.ts';
import type { CuaRow } from './club-user-agreements.repo.ts';
import type { ClubUserAgreementsService } from './club-user-agreements.service.ts';
import { A_CUA, CLUB_USER_AGREEMENT, ClubUserAgreement, state, viewOf } from './cua-views.ts';

interface Deps {
  readonly clubUserAgreements: ClubUserAgreementsService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}
const { cua_unknown, cua_subject_unknown, cua_open, cua_state, cua_signed } = cuaFaults;
const { not_configured } = providerFaults;
const PATH = '/api/admin/club-user-agreements';
const ONE = { id: A_CUA.cuaId };
const manages = { needs: 'facility-manager', in: 'resource' } as const;
const params = z.object({ id: PathId.describe('The agreement with somebody.') });

const aCua = {
  find: async (
    { clubUserAgreements, organisations }: Deps,
    { params: { id } }: { readonly params: { readonly id: string } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Placed & { row: CuaRow }) | undefined> => {
    const row = await clubUserAgreements.find(tx, id);
    const facility = row && (await organisations.findFacility(tx, row.facility_id));
    return row && facility && { at: { facilityId: facility.id, organisationId: facility.org_id }, row };
  },
  missing: () => cuaFault('cua_unknown', 'There is no such agreement with somebody.'),
};
const shown = (tx: Tx, { stateOf }: ClubUserAgreementsService, row: CuaRow) =>
  oneNamedBy(tx, viewOf(row, stateOf(row)), 'createdBy');
const cameBy = (caller: PlatformCaller, remoteAddress: string, header: (name: string) => string | undefined) => ({
  by: actorOf(caller),
  remoteAddress,
  userAgent: header('user-agent') ?? null,
});

export const listCuas = platformEndpoint<Deps>()({
  id: 'club-user-agreements.list',
  method: 'GET',
  path: PATH,
  summary: 'List agreements with people at clubs',
  description: 'Of the clubs that you see: who was asked for what, and how that stands.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  graph: { of: CLUB_USER_AGREEMENT },
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Of the clubs of this organisation.'),
    facilityId: FacilityId.optional().describe('Of this club.'),
    agreementId: z.string().min(1).max(64).optional().describe('Of this agreement.'),
    state: state.optional(),
    ...pagesOf({ of: 'cua' }),
  }),
  success: { status: 200, description: 'A page of them, by id.', schema: pageSchema(ClubUserAgreement) },
  examples: { query: { facilityId: AT_FACILITY.facilityId }, success: { data: [A_CUA], next: null } },
  faults: {},
  handle: ({ clubUserAgreements }, { query }, { caller, read }) =>
    read(async (tx) => {
      const of = { ...query, reach: visibleScopes(caller, 'facility-staff') };
      const { rows, next } = await clubUserAgreements.list(tx, of, query);
      const views = rows.map((row) => viewOf(row, clubUserAgreements.stateOf(row)));
      return { data: await namedBy(tx, views, 'createdBy'), next };
    }),
});

const Timeline = ClubUserAgreement.extend({
  isWhole: z.boolean().describe('Whether each event has the hash of the one before: nothing was left out or changed.'),
  events: z
    .array(
      z.object({
        at: z.iso.datetime().describe('When it happened (UTC).'),
        what: z.string().describe('What happened: `created`, `changed`, or what was done with it.'),
        doneBy: By.describe('Who did it.'),
        hash: z.string().describe('Of this event and the one before.'),
      }),
    )
    .describe('What has happened to it, in its order.'),
}).meta({ id: 'ClubUserAgreementTimeline' });

export const readCua = platformEndpoint<Deps>()({
  id: 'club-user-agreements.read',
  method: 'GET',
  path: `${PATH}/:id`,
  graph: { node: CLUB_USER_AGREEMENT, key: 'id', prefix: 'cua_', id: 'cuaId' },
  summary: 'Read an agreement with somebody, and what has happened to it',
  description: 'How it stands, and every event with its hash.',
  gate: { needs: 'facility-staff', in: 'resource' },
  resource: aCua,
  params,
  success: { status: 200, description: 'The agreement.', schema: Timeline },
  examples: {
    params: ONE,
    success: {
      ...A_CUA,
      isWhole: true,
      events: [{ at: A_CUA.createdAt, what: 'created', doneBy: A_CUA.createdBy, hash: '0'.repeat(64) }],
    },
  },
  faults: { cua_unknown },
  handle: ({ clubUserAgreements }, _input, { read, resource: { row } }) =>
    read(async (tx) => {
      const { events, isWhole } = await clubUserAgreements.timeline(tx, row.id);
      const told = events.map((event) => ({
        at: isoOf(Number(event.at)),
        what: event.kind,
        doneBy: event.by_actor,
        hash: event.hash,
      }));
      return { ...(await shown(tx, clubUserAgreements, row)), isWhole, events: await namedBy(tx, told, 'doneBy') };
    }),
});

const Sent = ClubUserAgreement.extend({
  link: z.string().nullable().describe('For the desk: the link to read and sign, shown this once. Else null.'),
}).meta({ id: 'SentClubUserAgreement' });
const deliver = z
  .enum(['email', 'sms', 'desk'])
  .describe('How they get the link: by e-mail, by SMS, or from whoever stands at the desk.');
const endsOn = z.iso.date().describe('The last day on which it holds, once it is signed.');

export const createCua = platformEndpoint<Deps>()({
  id: 'club-user-agreements.create',
  method: 'POST',
  path: PATH,
  graph: { omit: 'It answers with a link that is shown once.' },
  summary: 'Ask somebody at a club for an agreement',
  description:
    'A user, a member of a partner, or anybody by name and e-mail. They get a link, which only its hash is kept of; for the desk it is in the answer, this once. One at a time is open of the same agreement for the same person at a club. `draft` sends nothing yet.',
  gate: manages,
  resource: {
    find: async ({ clubUserAgreements }: Deps, { body }, { tx }) => {
      const asked = await clubUserAgreements.forPeople(tx, body.facilityId, body.agreementId);
      return asked && { at: { facilityId: asked.facility.id, organisationId: asked.facility.org_id }, asked };
    },
    missing: () => cuaFault('cua_unknown', 'agreementId: no such agreement is asked of people at this club.'),
  },
  answersSecret: true,
  body: z.strictObject({
    agreementId: z.string().min(1).max(64).describe('What they are asked for: an agreement of the kind `club-user`.'),
    facilityId: FacilityId.describe('The club that asks.'),
    subject: z
      .union([
        z.strictObject({ userId: z.string().min(1).max(64).describe('A user who holds something there.') }),
        z.strictObject({
          partnerId: PartnerId.describe('The partner whose member it is.'),
          memberId: z.string().min(1).max(120).describe('The member, by the partner’s own id.'),
        }),
        z.strictObject({
          name: z.string().trim().min(1).max(120).describe('What they are called.'),
          email: MailAddress.describe('Where they are written to.'),
        }),
      ])
      .describe('Whom it is asked of.'),
    deliver,
    endsOn: endsOn.optional(),
    draft: z.boolean().optional().describe('True: nothing is sent yet.'),
  }),
  success: { status: 201, description: 'They are asked.', schema: Sent },
  examples: {
    body: {
      agreementId: A_CUA.agreementId,
      facilityId: A_CUA.facilityId,
      subject: { name: 'Ada Byron', email: 'ada@example.com' },
      deliver: 'email',
    },
    success: { ...A_CUA, link: null },
  },
  faults: { cua_unknown, cua_subject_unknown, cua_open, not_configured },
  audit: { event: 'cua.created', target: ({ body }) => body.agreementId },
  prepare: ({ clubUserAgreements }) => clubUserAgreements.load(),
  handle: async ({ clubUserAgreements }, { body }, { tx, caller, about, resource, remoteAddress, header }) => {
    const came = cameBy(caller, remoteAddress, header);
    const { row, link } = await clubUserAgreements.create(tx, resource.asked, body, came);
    about(row.id);
    return reply({ ...(await shown(tx, clubUserAgreements, row)), link }, {});
  },
});

export const changeCua = platformEndpoint<Deps>()({
  id: 'club-user-agreements.change',
  method: 'PATCH',
  path: `${PATH}/:id`,
  graph: { omit: 'It may answer with a link that is shown once.' },
  summary: 'Send, extend, withdraw or end an agreement with somebody',
  description:
    '`send` a draft; `resend` with a new link, which ends the old one; `extend` the link from now on; `withdraw` what is not signed; `end` what is. Without an action, fields of a draft.',
  gate: manages,
  resource: aCua,
  params,
  body: z.strictObject({
    action: z.enum(['send', 'resend', 'extend', 'withdraw', 'end']).optional().describe('What is done with it.'),
    deliver: deliver.optional(),
    endsOn: endsOn
      .nullable()
      .optional()
      .describe('The last day on which it holds, once it is signed; null: it goes on.'),
  }),
  success: { status: 200, description: 'It is done.', schema: Sent },
  examples: { params: ONE, body: { action: 'resend' }, success: { ...A_CUA, link: null } },
  faults: { cua_unknown, cua_state, not_configured },
  audit: { event: 'cua.changed', target: ({ params }) => params.id },
  prepare: ({ clubUserAgreements }) => clubUserAgreements.load(),
  handle: async ({ clubUserAgreements }, { body }, { tx, caller, about, resource: { row }, remoteAddress, header }) => {
    about(`${row.id} ${body.action ?? 'changed'}`);
    const changed = await clubUserAgreements.change(tx, row, body, cameBy(caller, remoteAddress, header));
    return { ...(await shown(tx, clubUserAgreements, changed.row)), link: changed.link };
  },
});

export const deleteCua = platformEndpoint<Deps>()({
  id: 'club-user-agreements.delete',
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Delete an agreement with somebody that is not signed',
  description:
    'It is gone with all that happened to it, and its link leads nowhere. What is signed stays (`cua_signed`).',
  gate: manages,
  resource: aCua,
  params,
  success: {
    status: 200,
    description: 'It is gone.',
    schema: z.object({ cuaId: z.string().describe('What was deleted.') }),
  },
  examples: { params: ONE, success: { cuaId: A_CUA.cuaId } },
  faults: { cua_unknown, cua_signed },
  audit: { event: 'cua.deleted', target: ({ params }) => params.id },
  handle: async ({ clubUserAgreements }, _input, { tx, resource: { row } }) => {
    await clubUserAgreements.remove(tx, row);
    return { cuaId: row.id };
  },
});
