import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll } from 'vitest';
import { endpointContract, type World } from './endpoint-contract.ts';
import { memoryKit } from './testing/memory-kit.ts';
import {
  basic,
  health,
  listThings,
  moveThing,
  moveThingHot,
  sampleEndpoints,
  sampleServed,
} from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const kit = memoryKit();
let served: Served;
beforeAll(async () => {
  served = await serve({ kit, surfaces: [sampleServed], endpoints: sampleEndpoints({ move: async (_id, to) => to }) });
});
afterAll(() => served.close());

const world = (denied?: string) => (): World => ({
  send: served.send,
  allowed: basic('mover'),
  ...(denied === undefined ? {} : { denied: basic(denied) }),
  garbage: [basic('nobody'), basic('__proto__'), { authorization: 'Basic' }, { authorization: 'Bearer x' }],
  requestsPerSecond: 5,
  auditedOf: async (id) => kit.audited.filter(({ request_id }) => request_id === id),
  moveOn: () => kit.clock.advance(Seconds(1)),
});
const door = { params: { door_id: 'door_0123456789abcdef' } };

endpointContract(moveThing, world('looker'), { ...door, body: { to: 1, note: 'x' } });
endpointContract(moveThingHot, world('looker'), { ...door, body: { to: 1, note: 'x' } });
endpointContract(listThings, world(), { query: { colour: 'red' } }, { unknownFields: 'ignored', deniesNobody: true });
endpointContract(health, world(), {});
