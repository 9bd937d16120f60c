import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll } from 'vitest';
import { endpointContract, type World } from './endpoint-contract.ts';
import { eventStream } from './event-stream.ts';
import { streamAnswer } from './media.ts';
import { mount } from './mount.ts';
import {
  downloadThing,
  exportThings,
  mediaEndpoints,
  someBytes,
  watchThings,
  zipOf,
} from './testing/media-endpoints.ts';
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
import { liveThings } from './testing/socket-endpoint.ts';
import { sendForm, uploadEndpoints, uploadThing } from './testing/upload-endpoints.ts';

const kit = memoryKit();
let served: Served;
beforeAll(async () => {
  const media = mediaEndpoints({
    bytes: () => zipOf(someBytes(100)),
    stream: () => streamAnswer({ type: 'text/csv', read: () => ['a,b'] }),
    events: () => eventStream(async function* () {}),
  });
  const uploads = uploadEndpoints({ chunk: async () => undefined });
  const live = mount(liveThings, { open: () => {} });
  const endpoints = [...sampleEndpoints({ move: async (_id, to) => to }), ...media, ...uploads, live];
  served = await serve({ kit, surfaces: [sampleServed], endpoints });
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
const rules = { unknownFields: 'ignored', deniesNobody: true } as const;
endpointContract(downloadThing, world(), {}, rules);
endpointContract(exportThings, world(), { body: { colour: 'red' } }, rules);
endpointContract(watchThings, world(), {}, rules);
endpointContract(liveThings, world('looker'), {});
endpointContract(uploadThing, world('looker'), { streamed: { type: 'application/zip', bytes: someBytes(100) } });
const form = [
  '--b\r\nContent-Disposition: form-data; name="colour"\r\n\r\nred',
  '--b\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\nContent-Type: image/png\r\n\r\nx',
  '--b--\r\n',
].join('\r\n');
endpointContract(sendForm, world('looker'), {
  streamed: { type: 'multipart/form-data; boundary=b', bytes: Buffer.from(form) },
});
