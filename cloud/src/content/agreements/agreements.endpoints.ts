import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { namedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import {
  A_CUA_CONFIG,
  A_SUMMARY,
  AgreementSummary,
  AN_AGREEMENT,
  AN_ORGANISATION,
  agreementId,
  CuaConfigShown,
  organisationId,
  state,
} from './agreement-fields.ts';
import type { AgreementsService } from './agreements.service.ts';

interface Deps {
  readonly agreements: AgreementsService;
}

const inPlaces = {
  organisationId: OrgId.optional().describe('Of this organisation alone.'),
};
const pages = pagesOf({ of: 'agr' });

export const listAgreements = platformEndpoint<Deps>()({
  id: 'agreements.list',
  method: 'GET',
  path: '/api/admin/agreements/list-agreements',
  summary: 'List agreements for who administers them',
  description:
    'The agreements of the organisations that you administer, and of the platform where you administer that, with how many clubs they are for and how many have acknowledged them.',
  gate: { needs: 'admin', in: 'organisation' },
  graph: { on: 'Organisation', as: 'agreements', with: { organisationId: 'organisationId' }, of: 'Agreement' },
  query: z.strictObject({
    ...inPlaces,
    state: state.optional(),
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('What the title has in it, whatever its capitals and accents.'),
    ...pages,
  }),
  success: { status: 200, description: 'A page of them, by id.', schema: pageSchema(AgreementSummary) },
  examples: { query: { organisationId: AN_ORGANISATION }, success: { data: [A_SUMMARY], next: null } },
  faults: {},
  handle: ({ agreements }, { query }, { caller, read }) =>
    read(async (tx) => {
      const { data, next } = await agreements.catalogue.list(tx, { ...query, reach: visibleScopes(caller, 'admin') });
      return { data: await namedBy(tx, data, 'changedBy'), next };
    }),
});

const OfPeople = z
  .object({
    agreementId,
    organisationId,
    title: z.string().describe('What it is called.'),
    state,
    ...CuaConfigShown.shape,
  })
  .meta({ id: 'CuaConfigAgreement' });

export const listCuaConfigs = platformEndpoint<Deps>()({
  id: 'agreements.list-cua-configs',
  method: 'GET',
  path: '/api/admin/cua-config-agreements',
  summary: 'List how agreements are asked of people at clubs',
  description:
    'The agreements of the kind `club-user` that you administer, and how each is asked for. `save` changes that.',
  gate: { needs: 'admin', in: 'organisation' },
  graph: { on: 'Organisation', as: 'cuaConfigs', with: { organisationId: 'organisationId' } },
  query: z.strictObject({ ...inPlaces, ...pages }),
  success: { status: 200, description: 'A page of them, by id.', schema: pageSchema(OfPeople) },
  examples: {
    query: { organisationId: AN_ORGANISATION },
    success: {
      data: [
        {
          agreementId: AN_AGREEMENT,
          organisationId: AN_ORGANISATION,
          title: 'Waiver',
          state: 'active',
          ...A_CUA_CONFIG,
        },
      ],
      next: null,
    },
  },
  faults: {},
  handle: ({ agreements }, { query }, { caller, read }) =>
    read(async (tx) => {
      const { data, next } = await agreements.catalogue.cuaConfigs(tx, {
        ...query,
        reach: visibleScopes(caller, 'admin'),
      });
      return {
        data: data.map((one) => ({ ...one, askedOf: [...one.askedOf], reminderDays: [...one.reminderDays] })),
        next,
      };
    }),
});
