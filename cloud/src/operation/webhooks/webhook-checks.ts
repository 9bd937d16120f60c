import type { OutboundTargets } from '../../kit/outbound/guarded-request.ts';
import { mayBePublicHost } from '../../kit/outbound/public-host.ts';
import { isKnownType } from './webhook-types.ts';
import { webhooksFault } from './webhooks.faults.ts';

export const WEBHOOKS_MAX = 20;
export const REPLAYED_MAX = 1_000;

/** What can be told without asking anybody; where a name leads is looked at whenever something is sent. */
export const checkUrl = (text: string, { addresses }: OutboundTargets): void => {
  const refused = (why: string) => webhooksFault('webhook_refused', `url: ${why}`);
  if (!URL.canParse(text)) throw refused('must be a URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:') throw refused('must begin with https://.');
  if (url.username !== '' || url.password !== '') throw refused('must name no user and no password.');
  if (url.hash !== '') throw refused('must have no fragment.');
  if (addresses === 'public' && !mayBePublicHost(url.hostname)) throw refused('must name a host of the internet.');
};

export const checkTypes = (types: readonly string[]): void => {
  const unknown = types.find((type) => !isKnownType(type));
  if (unknown !== undefined) throw webhooksFault('webhook_refused', `types: there is no type ${unknown}.`);
};
