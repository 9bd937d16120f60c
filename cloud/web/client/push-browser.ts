import type { Input } from './client.ts';

/** Where the worker is served: above it, it is told of nothing. */
const WORKER = '/ops/push-worker.js';
const SCOPE = '/ops/';

type Subscribed = Omit<Input<'POST /api/push/subscriptions'>['body'], 'label'>;

/** The Trusted Types API, as far as it is used here: no types come with it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): TrustedScriptURL };
}
/** What a policy makes; browsers without policies take the text. */
type TrustedScriptURL = string;

/** Why a browser is not told anything. */
export class NotToldError extends Error {
  readonly why: 'denied' | 'failed';
  constructor(why: NotToldError['why'], options?: ErrorOptions) {
    super(`the browser is not subscribed: ${why}`, options);
    this.why = why;
  }
}

/** Whether this browser can be told things while no page is open. */
export const knowsPushes = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

let worker: TrustedScriptURL | undefined;
/** The one script that the policy of the page lets in by its address. A second policy of that name is not made. */
const workerAddress = (): TrustedScriptURL => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  worker ??=
    trustedTypes === undefined
      ? WORKER
      : trustedTypes.createPolicy('push-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER);
  return worker;
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** Asks whoever sits there, then subscribes this browser. Throws a `NotToldError` where it may not or cannot. */
export const subscribeBrowser = async (publicKey: () => Promise<string>): Promise<Subscribed> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotToldError('denied');
  const applicationServerKey = bytesOf(await publicKey());
  try {
    const { pushManager } = await navigator.serviceWorker.register(workerAddress(), { scope: SCOPE });
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint = '', expirationTime = null, keys = {} } = subscription.toJSON();
    return { endpoint, expirationTime, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
  } catch (error) {
    throw new NotToldError('failed', { cause: error });
  }
};
