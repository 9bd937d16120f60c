import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageQuery, pageSchema } from '../../kit/http/paging.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY, actorOf } from '../../platform/users/facility-surface.ts';
import {
  type Placed,
  type PlatformCaller,
  platformEndpoint,
  visibleScopes,
} from '../../platform/users/platform-surface.ts';
import { A_HASH, AN_AGREEMENT, agreementId, day, expectedRevision } from './agreement-fields.ts';
import { agreementsFault, agreementsFaults } from './agreements.faults.ts';
import type { AgreementRow } from './agreements.repo.ts';
import type { AgreementsService } from './agreements.service.ts';
import { administers, placeOf } from './an-agreement.ts';
import { Clause } from './standing-view.ts';

interface Deps {
  readonly agreements: AgreementsService;
}
const { agreement_unknown, agreement_state, changed } = agreementsFaults;
const PATH = '/api/admin/club-agreement-variation';

const clauses = z.array(Clause).max(50).describe('The parts that differ; empty: nothing does any more.');
const note = z.string().trim().max(2_000).describe('Why, for those at the club who are asked anew.');
const fromOn = day.describe('From which day on it holds, where the club is.');
const untilOn = day.nullable().describe('The last day on which it holds; null: until it is changed.');
const facilityId = FacilityId.describe('The club.');

const Variation = z
  .object({
    agreementId,
    facilityId,
    revision: z.int().describe('Counts from 1: every change is a new one.'),
    clauses,
    note,
    fromOn,
    untilOn,
    sha256: z.string().describe('Of all that it says, as canonical JSON.'),
    changedBy: By,
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'AgreementVariation' });
const SAID = {
  clauses: [{ heading: 'Opening hours', text: 'This club opens at seven.' }],
  note: 'The building opens at seven.',
  fromOn: '2026-02-01',
  untilOn: null,
};
const A_VARIATION: z.input<typeof Variation> = {
  agreementId: AN_AGREEMENT,
  facilityId: AT_FACILITY.facilityId,
  revision: 1,
  ...SAID,
  sha256: A_HASH,
  changedBy: BY_SAM,
  changedAt: '2026-01-15T09:30:00.000Z',
};

export const listVariations = platformEndpoint<Deps>()({
  id: 'agreements.list-variations',
  method: 'GET',
  path: PATH,
  summary: 'List what differs of agreements at single clubs',
  description:
    'Of the clubs that you see: what was saved last for each agreement and club, whether it holds today or not.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  query: z.strictObject({
    facilityId: facilityId.optional(),
    organisationId: OrgId.optional().describe('Of the clubs of this organisation.'),
    agreementId: agreementId.optional(),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page of them, by agreement and club.', schema: pageSchema(Variation) },
  examples: { query: { facilityId: AT_FACILITY.facilityId }, success: { data: [A_VARIATION], next: null } },
  faults: {},
  handle: ({ agreements }, { query }, { caller, read }) =>
    read(async (tx) => {
      const of = { ...query, reach: visibleScopes(caller, 'facility-staff') };
      const { data, next } = await agreements.variations.list(tx, of, query);
      return { data: await namedBy(tx, data, 'changedBy'), next };
    }),
});

type Named = { readonly body: { readonly agreementId: string; readonly facilityId: FacilityId } };

/** An agreement that is for the club that the body names. */
const varied = {
  find: async (
    { agreements }: Deps,
    { body }: Named,
    { tx }: FindBy<PlatformCaller>,
  ): Promise<(Placed & { agreement: AgreementRow }) | undefined> => {
    const agreement = await agreements.catalogue.find(tx, body.agreementId);
    if (agreement === undefined || !(await agreements.clubs.isFor(tx, body.facilityId, agreement.id))) return undefined;
    return { ...placeOf(agreement), agreement };
  },
  missing: () => agreementsFault('agreement_unknown', 'There is no such agreement that is for this club.'),
};

export const putVariation = platformEndpoint<Deps>()({
  id: 'agreements.put-variation',
  method: 'PUT',
  path: PATH,
  summary: 'Say what differs of an agreement at one club',
  description:
    'In place of what did before. That club alone is asked anew, with the document as it is there; what it had acknowledged counts again once nothing differs any more. What is equal changes nothing, and every change is a revision that stays as it is.',
  gate: administers,
  resource: varied,
  bodyLimit: { bytes: 1_500_000, keys: 2_000 },
  body: z.strictObject({ agreementId, facilityId, clauses, note, fromOn, untilOn, expectedRevision }),
  success: { status: 200, description: 'It is saved.', schema: Variation },
  examples: {
    body: { agreementId: AN_AGREEMENT, facilityId: AT_FACILITY.facilityId, ...SAID },
    success: A_VARIATION,
  },
  faults: { agreement_unknown, agreement_state, changed },
  audit: { event: 'agreement.varied', target: ({ body }) => `${body.agreementId} ${body.facilityId}` },
  handle: async ({ agreements }, { body }, { tx, caller, about, resource: { agreement } }) => {
    const { facilityId } = body;
    const variation = await agreements.variations.put(tx, { agreement, facilityId }, body, actorOf(caller));
    about(`${agreement.id} ${facilityId} revision ${variation.revision}`);
    return oneNamedBy(tx, variation, 'changedBy');
  },
});
