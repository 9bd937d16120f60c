import type { PushSubscription } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { ago } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const told = (number: number, label: string | null, more: Partial<PushSubscription> = {}): PushSubscription => ({
  subscriptionId: `psh_${number}123456789abcdef`,
  ...{ host: 'push.example.com', label, createdAt: ago(900_000), deliveredAt: ago(4_000), lastError: null },
  ...more,
});
/** The browsers of whoever is signed in. */
export const TOLD = [
  told(0, 'Front desk'),
  told(1, null, { deliveredAt: null, lastError: 'the push service answered 503' }),
];
/** What the browser of these tests is given by its vendor. */
export const GIVEN = {
  endpoint: 'https://push.example.com/send/dpH5lCsTSSM',
  expirationTime: null,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'B'.repeat(22) },
};
const PUBLIC_KEY = 'BFEaA4KrFEkfhNQEZyvcWUhcGGjyO0q7XzJ2Pu-6NkfEjO4bH1zN9wMuk7ay7nKwYEXU3HYMuzk4GKBKqFmYcUo';

/** What the page of told browsers asks. */
export const OF_PUSHES: Pages = [
  [/^GET \/api\/push\/subscriptions$/, () => answer('GET /api/push/subscriptions', { data: TOLD })],
  [/^GET \/api\/push\/public-key$/, () => answer('GET /api/push/public-key', { publicKey: PUBLIC_KEY })],
  [/^POST \/api\/push\/subscriptions$/, ({ body }) => [201, told(2, String(body?.label), { deliveredAt: null })]],
  [/^POST \/api\/push\/subscriptions\/.*\/try$/, () => [202, { subscriptionId: TOLD[0]?.subscriptionId }]],
  [/^DELETE \/api\/push\/subscriptions\//, () => [200, { subscriptionId: TOLD[0]?.subscriptionId }]],
];
