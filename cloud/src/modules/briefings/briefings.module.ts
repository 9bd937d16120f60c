import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import {
  type BriefingsEndpointDeps,
  endSubscriber,
  listSubscribers,
  readBriefing,
  readPlatformBriefing,
} from './briefings.endpoints.ts';
import { briefingsFaults } from './briefings.faults.ts';
import {
  listSubscriptions,
  subscribe,
  subscribePlatform,
  unsubscribe,
  unsubscribePlatform,
} from './subscriptions.endpoints.ts';

export { createBriefingsService } from './briefings.service.ts';

export const briefingsModule = (deps: BriefingsEndpointDeps): Module => ({
  name: 'briefings',
  owns: ['briefing_subscription'],
  faults: briefingsFaults,
  endpoints: [
    mount(listSubscriptions, deps),
    mount(subscribe, deps),
    mount(unsubscribe, deps),
    mount(readBriefing, deps),
    mount(listSubscribers, deps),
    mount(endSubscriber, deps),
    mount(subscribePlatform, deps),
    mount(unsubscribePlatform, deps),
    mount(readPlatformBriefing, deps),
  ],
});
