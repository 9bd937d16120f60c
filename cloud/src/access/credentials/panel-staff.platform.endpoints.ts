import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { By, namedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { pin } from './credential-fields.ts';
import { credentialsFaults } from './credentials.faults.ts';
import type { CredentialsService } from './credentials.service.ts';
import { A_PIN, A_STAFF_MEMBER, STAFF } from './examples.ts';

type Deps = {
  readonly credentials: Pick<
    CredentialsService,
    'listStaff' | 'staffPin' | 'requireStaff' | 'addStaff' | 'changeStaff' | 'removeStaff'
  >;
};

const { place_unknown } = usersFaults;
const { credential_refused, staff_unknown, staff_too_many } = credentialsFaults;

const name = z.string().trim().min(1).max(120).describe('By which they find themselves at a panel.');
const role = z.enum(['staff', 'manager']).describe('What they may do at a panel.');
const ofOne = z.object({ ...facilityParams, staffId: PathId.describe('Who signs in at panels.') });
const PanelStaff = z.object({
  staffId: z.string(),
  name: z.string(),
  role,
  changedBy: By,
  changedAt: z.string(),
});

export const listPanelStaff = platformEndpoint<Deps>()({
  id: 'panel-staff.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/panel-staff',
  graph: { on: 'Facility', as: 'panelStaff', with: { facilityId: 'facilityId' } },
  summary: 'List who may sign in at the panels of a facility',
  description: 'By name. Their PINs are kept as verifiers only.',
  gate: facilityReads,
  params: z.object(facilityParams),
  success: { status: 200, description: 'All of them.', schema: listSchema(PanelStaff) },
  examples: { params: AT_FACILITY, success: { data: [A_STAFF_MEMBER] } },
  faults: { place_unknown },
  handle: async ({ credentials }, { params }, { read }) => ({
    data: (await read(async (tx) => namedBy(tx, await credentials.listStaff(tx, params.facilityId), 'changedBy'))).map(
      ({ id, changedAt, ...row }) => ({
        staffId: id,
        ...row,
        changedAt: isoOf(changedAt),
      }),
    ),
  }),
});

export const addPanelStaff = platformEndpoint<Deps>()({
  id: 'panel-staff.add',
  method: 'POST',
  path: '/api/access-control/:facilityId/panel-staff',
  summary: 'Let somebody sign in at the panels of a facility',
  description:
    'With a PIN of their own, which also opens the names that boxes hold encrypted. At most 200 at a facility.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: z.strictObject({ name, role, pin }),
  success: { status: 201, description: 'They may.', schema: z.object({ staffId: z.string() }) },
  examples: {
    params: AT_FACILITY,
    body: { name: A_STAFF_MEMBER.name, role: A_STAFF_MEMBER.role, pin: A_PIN },
    success: STAFF,
  },
  faults: { place_unknown, credential_refused, staff_too_many },
  audit: { event: 'panel-staff.add', target: ({ params }) => params.facilityId },
  prepare: ({ credentials }, { body }) => credentials.staffPin(body.pin),
  handle: async ({ credentials }, { params, body }, { tx, caller, about, prepared: pin }) => {
    const staffId = await credentials.addStaff(tx, params.facilityId, { ...body, pin }, actorOf(caller));
    about(staffId);
    return { staffId };
  },
});

export const changePanelStaff = platformEndpoint<Deps>()({
  id: 'panel-staff.change',
  method: 'PATCH',
  path: '/api/access-control/:facilityId/panel-staff/:staffId',
  summary: 'Change the name, role or PIN of somebody at the panels',
  description: 'What is left out stays.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  body: z.strictObject({ name: name.optional(), role: role.optional(), pin: pin.optional() }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: { ...AT_FACILITY, ...STAFF }, body: { role: 'manager' }, success: DONE },
  faults: { staff_unknown, credential_refused },
  audit: { event: 'panel-staff.change', target: ({ params }) => params.staffId },
  prepare: async ({ credentials }, { params, body: { pin } }, { read }) => {
    // Before the PIN's slow work, so that nobody has it done for somebody who is not there.
    await read((tx) => credentials.requireStaff(tx, params.facilityId, params.staffId));
    return pin === undefined ? undefined : credentials.staffPin(pin);
  },
  handle: async ({ credentials }, { params, body: { name, role } }, { tx, caller, prepared: pin }) => {
    const to = { ...(name !== undefined && { name }), ...(role !== undefined && { role }), ...(pin && { pin }) };
    const of = { facilityId: params.facilityId, id: params.staffId, by: actorOf(caller) };
    await credentials.changeStaff(tx, of, to);
    return DONE;
  },
});

export const removePanelStaff = platformEndpoint<Deps>()({
  id: 'panel-staff.remove',
  method: 'DELETE',
  path: '/api/access-control/:facilityId/panel-staff/:staffId',
  summary: 'Let somebody no longer sign in at the panels',
  description: 'Boxes hear of it at once; one without the cloud when it is back.',
  gate: facilityWrites,
  act: 'grave:access',
  params: ofOne,
  success: { status: 200, description: 'They may not.', schema: Done },
  examples: { params: { ...AT_FACILITY, ...STAFF }, success: DONE },
  faults: { staff_unknown },
  audit: { event: 'panel-staff.remove', target: ({ params }) => params.staffId },
  handle: async ({ credentials }, { params }, { tx }) => {
    await credentials.removeStaff(tx, params.facilityId, params.staffId);
    return DONE;
  },
});
