import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import {
  A_WORDING,
  type EmailMappingsEndpointDeps,
  MappingView,
  mappingFields,
  namedPlace,
  newMapping,
  oneMapping,
  reads,
  theMapping,
  writes,
} from './a-mapping.ts';
import { emailMappingsFaults } from './email-mappings.faults.ts';
import { safeOf } from './safe-html.ts';

const endpoint = platformEndpoint<EmailMappingsEndpointDeps>();
const { mapping_unknown, mapping_exists, mail_kind_unknown, wording_refused, too_many_mappings } = emailMappingsFaults;
const { place_unknown } = usersFaults;
const { changed } = kitFaults;
const OF_MAPPING = { id: 'emm_0123456789abcdef' };

export const listMappings = endpoint({
  id: 'email-mapping.list',
  method: 'GET',
  path: '/api/admin/email-mapping',
  summary: 'List how e-mails are worded at a place',
  description:
    'Every kind of e-mail that the platform sends there, worded as somebody has it for this place, or else as it was made (`mappingId` null). An e-mail goes by the wording of its facility, then of the organisation, then of the platform; in the language of its reader, or in English.',
  gate: reads,
  resource: namedPlace('query'),
  query: z.strictObject({
    organisationId: OrgId.optional().describe('Those of this organisation. Without any place: those of the platform.'),
    facilityId: FacilityId.optional().describe('Those of this facility.'),
  }),
  success: { status: 200, description: 'By kind and language.', schema: listSchema(MappingView) },
  faults: { place_unknown },
  handle: ({ emailMappings }, _input, { read, resource: { place } }) =>
    read(async (tx) => ({ data: await namedBy(tx, await emailMappings.list(tx, place), 'changedBy') })),
});

export const readMapping = endpoint({
  id: 'email-mapping.read',
  method: 'GET',
  path: '/api/admin/email-mapping/:id',
  graph: { node: 'EmailMapping', key: 'id', prefix: 'emm_' },
  summary: 'Read how e-mails are worded',
  description: 'One wording, with the variables of its kind.',
  gate: reads,
  resource: theMapping,
  params: oneMapping,
  success: { status: 200, description: 'The wording.', schema: MappingView },
  examples: { params: OF_MAPPING },
  faults: { mapping_unknown },
  handle: ({ emailMappings }, { params: { id } }, { read }) =>
    read(async (tx) => oneNamedBy(tx, await emailMappings.read(tx, id), 'changedBy')),
});

export const addMapping = endpoint({
  id: 'email-mapping.add',
  method: 'POST',
  path: '/api/admin/email-mapping/add',
  summary: 'Word e-mails of a kind',
  description:
    'For a facility, an organisation, or with neither for everybody. It counts from the next e-mail on. What `errors` names makes it useless: an unknown variable, one that is missing, anything of Mustache but `{{variable}}`. E-mails with codes go to nobody besides.',
  gate: writes,
  resource: namedPlace('body'),
  body: newMapping,
  success: { status: 201, description: 'The wording.', schema: MappingView },
  examples: { body: { ...A_WORDING, organisationId: 'org_0123456789abcdef', locale: 'de' } },
  faults: { place_unknown, mapping_exists, mail_kind_unknown, wording_refused, too_many_mappings },
  audit: { event: 'email-mapping.add', target: ({ body }) => body.kind },
  prepare: (_deps, { body: { html } }) => safeOf(html),
  handle: async ({ emailMappings }, { body }, { tx, caller, about, prepared: html, resource: { place } }) => {
    const { kind, locale, organisationId: _organisation, facilityId: _facility, html: _html, ...fields } = body;
    const added = await emailMappings.add(
      tx,
      { kind, locale, ...place },
      { fields: { ...fields, html: html ?? undefined }, by: actorOf(caller) },
    );
    about(added.mappingId);
    return oneNamedBy(tx, added, 'changedBy');
  },
});

export const updateMapping = endpoint({
  id: 'email-mapping.update',
  method: 'POST',
  path: '/api/email-mapping/update/:id',
  summary: 'Word e-mails otherwise',
  description: 'What is left out stays as it is. Kind, place and language of a wording do not change.',
  gate: writes,
  resource: theMapping,
  params: oneMapping,
  body: z
    .strictObject({
      ...mappingFields,
      expectedRevision: z.int().min(1).describe('The revision that this was made from: another is refused.'),
    })
    .partial(),
  success: { status: 200, description: 'The wording, as it is now.', schema: MappingView },
  examples: { params: OF_MAPPING, body: { enabled: false, expectedRevision: 1 } },
  faults: { mapping_unknown, wording_refused, mail_kind_unknown, changed },
  audit: { event: 'email-mapping.update', target: ({ params }) => params.id },
  prepare: (_deps, { body: { html } }) => safeOf(html),
  handle: async ({ emailMappings }, { params: { id }, body }, { tx, caller, prepared: html }) => {
    const { expectedRevision, ...others } = body;
    const changes = { ...others, html };
    const mapping = await emailMappings.update(tx, id, { changes, expectedRevision, by: actorOf(caller) });
    return oneNamedBy(tx, mapping, 'changedBy');
  },
});

export const deleteMapping = endpoint({
  id: 'email-mapping.delete',
  method: 'DELETE',
  path: '/api/admin/email-mapping/delete/:id',
  summary: 'Remove a wording',
  description: 'E-mails are worded from then on as the next wider place has it, in the end as they were made.',
  gate: writes,
  resource: theMapping,
  params: oneMapping,
  success: {
    status: 200,
    description: 'It is gone.',
    schema: z.object({ mappingId: z.string().describe('The wording that is gone.') }),
  },
  examples: { params: OF_MAPPING, success: { mappingId: OF_MAPPING.id } },
  faults: { mapping_unknown },
  audit: { event: 'email-mapping.delete', target: ({ params }) => params.id },
  handle: async ({ emailMappings }, { params: { id } }, { tx }) => {
    await emailMappings.remove(tx, id);
    return { mappingId: id };
  },
});
