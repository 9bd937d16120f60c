import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aBrowser } from './browser.ts';

const subscribed = async ({ world }: PlatformApi, userId: string): Promise<string> => {
  const { subscription } = aBrowser(`https://push.example.com/of/${userId}`);
  return (await world.db.write((tx) => world.pushes.subscribe(tx, userId, subscription))).id;
};

const ofSubscription = async (api: PlatformApi) => ({
  params: { subscriptionId: await subscribed(api, api.callers.superAdmin.user.id) },
  foreign: { subscriptionId: await subscribed(api, api.callers.otherOrgAdmin.user.id) },
  missing: { subscriptionId: 'psh_0000000000000000' },
});

export const pushesCases: PlatformCases = {
  'pushes.public-key': async () => ({}),
  'pushes.subscribe': async () => ({
    body: { ...aBrowser('https://push.example.com/new').subscription, label: 'Desk' },
  }),
  'pushes.list': async () => ({}),
  'pushes.unsubscribe': ofSubscription,
  'pushes.try': ofSubscription,
};
