import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ClientAnswer, ClientRequest } from '../../kit/http/testing/https-client.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import type { Link, LinkAnswer, UnlockOrder } from '../../link/link.ts';
import { forceOpen } from '../../testing/world.ts';
import type { Operation } from '../document.ts';
import type { ExampleWorld } from './example-world.ts';

type Recipe = (world: ExampleWorld, request: ClientRequest, operation: Operation) => Promise<ClientAnswer>;

/** A PNG of one pixel. */
const A_PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const BOOT = '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as BootId;

/** The same request with everything that names the facility naming one that is not there. */
const elsewhere = (request: ClientRequest, facilityId: string): ClientRequest =>
  JSON.parse(JSON.stringify(request).replaceAll(facilityId, 'fac_zzzzzzzzzzzzzzzz'));

/** The same request as a new attempt: without the idempotency key of the example, which has its answer already. */
const anew = (request: ClientRequest): ClientRequest => {
  if (request.body === undefined) return request;
  const { idempotency_key: _used, ...body } = request.body as Record<string, unknown>;
  return { ...request, body };
};

const locksNothing = async ({ commandId, boxId, doorId }: UnlockOrder): Promise<LinkAnswer> => ({
  kind: 'outcome',
  outcome: { v: 1, outcome: 'fault', commandId, boxId, doorId, bootId: BOOT, reason: 'relay_fault' },
});
const doorInUse: Link['simulate'] = async ({ commandId, boxId, doorId }) => ({
  kind: 'outcome',
  outcome: { v: 1, outcome: 'not_simulated', commandId, boxId, doorId, bootId: BOOT, reason: 'door_in_use', monoMs: 1 },
});

/** How each documented error is produced on purpose, from a request that would go well. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  https_required: ({ api }, request) => api.sendPlain(request),
  unauthenticated: ({ send }, request) => send({ ...request, headers: {} }),
  read_only_key: ({ send, readOnly }, request) => send({ ...request, headers: readOnly }),
  rate_limit_exceeded: async ({ send }, request) => {
    for (let sent = 0; sent < 5; sent++) await send(request);
    return send(request);
  },
  invalid_request: ({ send }, request, { parameters }) => {
    if (request.body !== undefined) return send({ ...request, body: '{"half":' });
    const [path = ''] = request.path.split('?');
    return send({ ...request, path: parameters.some(({ name }) => name === 'limit') ? `${path}?limit=0` : path });
  },
  payload_too_large: ({ send }, request) => send({ ...request, body: Buffer.alloc(10 * 1024 * 1024 + 1, ' ') }),
  unsupported_media_type: ({ send, live }, request) =>
    send({ ...request, headers: { ...live, 'content-type': 'text/plain' }, body: JSON.stringify(request.body) }),
  not_found: ({ send, api }, request) => send(elsewhere(request, api.world.facilityId)),
  internal_error: ({ broken }, request) => broken.send(request),
  integration_not_enabled: async ({ send, api: { world } }, request) => {
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, world.partnerId, world.facilityId, { enabled: false }),
    );
    const answer = await send(anew(request));
    await world.db.write((tx) =>
      world.partners.setIntegration(tx, world.partnerId, world.facilityId, { enabled: true }),
    );
    return answer;
  },
  maintenance_mode_active: async ({ send, api, clock }, request) => {
    await api.world.beacon({ maintenance: { ...forceOpen(clock.wallMs() + Seconds(60)), mode: 'force-closed' } });
    return send(anew(request));
  },
  device_offline: async ({ send, clock }, request) => {
    await clock.advance(Seconds(16));
    return send(anew(request));
  },
  unlock_confirmation_timeout: ({ send, script }, request) => {
    script({ unlock: async () => ({ kind: 'no_answer' }) });
    return send(anew(request));
  },
  relay_fault: ({ send, script }, request) => {
    script({ unlock: locksNothing });
    return send(anew(request));
  },
  // Small bodies take nothing of what is bounded.
  overloaded: ({ busy }, request) => busy.send({ ...request, body: Buffer.alloc(100_000, ' ') }),
  too_many_items: ({ send }, request) => {
    const [list = ''] = Object.keys(request.body as object);
    return send({ ...request, body: `{"${list}":[${'0,'.repeat(200_000)}0]}` });
  },
  validation_failed: ({ send }, request) =>
    send({ ...request, body: JSON.stringify(request.body).replace(/"from":(\d+)/, '"from":"$1"') }),
  revision_conflict: async ({ send }, request) => {
    const [member] = (request.body as { members: object[] }).members;
    const one = { ...member, member_id: 'M-1002', access_time_windows_revision: 7 };
    await send({ ...request, body: { members: [one] } });
    return send({
      ...request,
      body: {
        members: [
          { ...member, member_id: 'M-1003' },
          { ...one, access_time_windows: [] },
        ],
      },
    });
  },
  outage_pass_refused: async ({ send, api: { world } }, request) => {
    const { partnerId, facilityId, access } = world;
    const person = {
      facilityId,
      personId: await world.db.write((tx) =>
        access.personFor(tx, { partnerId, facilityId, memberId: 'M-1001' }, 'Sam'),
      ),
    };
    await world.db.write((tx) => access.setFlags(tx, person, { blocked: true }, { by: 'Sam', reason: 'x' }));
    const answer = await send(request);
    await world.db.write((tx) => access.setFlags(tx, person, { blocked: false }, { by: 'Sam', reason: 'x' }));
    return answer;
  },
  picture_store_unavailable: ({ send, api }, request) => {
    const [member] = (request.body as { members: object[] }).members;
    api.world.objects.failures.push(new ObjectStoreError('away'), new ObjectStoreError('away'));
    return send({ ...request, body: { members: [{ ...member, member_id: 'M-1004', profile_picture: A_PICTURE }] } });
  },
  sandbox_only: async ({ send, api: { world } }, request) => {
    await world.sandbox.setFacility(world.facilityId, false);
    const answer = await send(request);
    await world.sandbox.setFacility(world.facilityId, true);
    return answer;
  },
  simulation_refused: ({ send, script }, request) => {
    script({ simulate: doorInUse });
    return send(request);
  },
  simulation_unreachable: ({ send, script }, request) => {
    script({ simulate: async () => ({ kind: 'no_answer' }) });
    return send(request);
  },
};
