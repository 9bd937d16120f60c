import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listSubscriptions, type PushEndpointDeps, readPushKey, subscribe, unsubscribe } from './pushes.endpoints.ts';
import { pushesFaults } from './pushes.faults.ts';

export type { PushTransport } from './push-transport.ts';
export { httpsPushTransport } from './push-transport.ts';
export { deliverPushJob } from './pushes.job.ts';
export type { PushesService } from './pushes.service.ts';
export { createPushesService } from './pushes.service.ts';
export type { PushKey } from './vapid.ts';

export const pushesModule = (deps: PushEndpointDeps): Module => ({
  name: 'pushes',
  owns: ['push_subscription'],
  faults: pushesFaults,
  endpoints: [readPushKey, subscribe, listSubscriptions, unsubscribe].map((endpoint) => mount(endpoint, deps)),
});
