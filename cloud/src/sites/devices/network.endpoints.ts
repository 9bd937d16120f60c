import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { DevicesService } from './devices.service.ts';
import { type NetworkControllers, NetworkProblem } from './network.ts';

export interface NetworkDeps {
  readonly devices: Pick<DevicesService, 'list'>;
  readonly networkControllers: NetworkControllers;
}

const params = z.object({ facilityID: FacilityId.describe('The facility.') });
const AT = { facilityID: 'fac_0123456789abcdef' };

export const openRouterPage = platformEndpoint<NetworkDeps>()({
  id: 'devices.router-page',
  method: 'GET',
  path: '/api/devices/openRouterWebpage/:facilityID',
  summary: 'Find the page of the facility’s router',
  description:
    'The address that was registered for a device of kind `router` at the facility, for the browser of somebody on its network: it is not fetched here. `url` is null where no router with an address is registered; the first by name counts where there are several.',
  gate: facilityReads,
  params,
  examples: {
    params: AT,
    success: { url: 'https://192.168.1.1', uuid: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11', name: 'Router' },
  },
  success: {
    status: 200,
    description: 'The address, if there is one.',
    schema: z.object({ url: z.string().nullable(), uuid: z.uuid().nullable(), name: z.string().nullable() }),
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ devices }, { params: { facilityID } }, { read }) =>
    read(async (tx) => {
      const all = await devices.list(tx, facilityID);
      const router = all.find(({ kind, webAddress }) => kind === 'router' && webAddress !== null);
      return { url: router?.webAddress ?? null, uuid: router?.uuid ?? null, name: router?.name ?? null };
    }),
});

export const testNetworkController = platformEndpoint<NetworkDeps>()({
  id: 'devices.test-network-controller',
  method: 'GET',
  path: '/api/devices/testUnifiController/:facilityID',
  graph: { omit: 'A box is asked, which takes longer than a query may.' },
  summary: 'Test the facility’s network controller',
  description:
    'Has a box of the facility ask the UniFi console that its own configuration names which version it has, and what its first site is called. The cloud reaches no controller, and its address and key are never here. Where none is configured, `configured` is false and everything else is null: nothing was asked. Takes up to eight seconds; whoever asks again within five gets the same answer.',
  gate: facilityReads,
  params,
  examples: {
    params: AT,
    success: {
      configured: true,
      reachable: true,
      name: 'Riverside Strength',
      version: '9.4.19',
      problem: null,
      detail: null,
      boxId: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11',
    },
  },
  success: {
    status: 200,
    description: 'What came of it.',
    schema: z.object({
      configured: z
        .boolean()
        .nullable()
        .describe('Whether a box has one in its configuration. Null: a box that might could not be asked.'),
      reachable: z.boolean().nullable().describe('Whether it answered, if only to refuse.'),
      name: z.string().nullable().describe('What its first site is called.'),
      version: z.string().nullable().describe('Of its Network application.'),
      problem: NetworkProblem.nullable().describe(
        'What is wrong: `certificate` is another one than the box’s configuration names, `unauthorised` a key that does not count, `key_missing` one that the box cannot read. `box_offline`, `box_silent`: the box could not be asked, or is of an earlier release.',
      ),
      detail: z.string().nullable().describe('The same in words, for people.'),
      boxId: z.string().nullable().describe('The box that asked.'),
    }),
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ networkControllers }, { params: { facilityID } }) => networkControllers.test(facilityID),
});
