import { isLocalMessage } from '@gatehouse/shared/local/messages.ts';
import { LOCAL_ROOT, parseClientTopic } from '@gatehouse/shared/local/topics.ts';
import type { LocalClient } from './local-clients.ts';

/** Where Home Assistant looks for what it can show, and says whether it runs. */
export const DISCOVERY_ROOT = 'homeassistant';
export const DISCOVERY_STATUS = `${DISCOVERY_ROOT}/status`;
const OBSERVED = [`${LOCAL_ROOT}/door/`, `${LOCAL_ROOT}/box/`, `${DISCOVERY_ROOT}/`];
const FILTER_CHARACTERS_MAX = 200;

/** A sensor speaks below its own name, and to Home Assistant, which never hears it from here: see `broker-hooks.ts`. */
const DISCOVERY = new RegExp(`^${DISCOVERY_ROOT}/[^/]+(/[^/]+){1,2}/config$`);
export const maySense = (name: string, topic: string): boolean => topic.startsWith(`${name}/`) || DISCOVERY.test(topic);

type Who = Pick<LocalClient, 'name' | 'kind'>;

/** INVARIANT: nothing is allowed by omission, and nobody sees or says what another client says. */
export const mayPublish = ({ name, kind }: Who, topic: string): boolean => {
  const parsed = parseClientTopic(topic);
  return parsed?.client === name && parsed.direction === 'up' && isLocalMessage(kind, 'up', parsed.message);
};

export const maySubscribe = ({ name, kind }: Who, filter: string): boolean => {
  if (filter.length > FILTER_CHARACTERS_MAX) return false;
  // No wildcard stands before the part that decides whose it is, so none can reach further.
  if (kind === 'observer') return OBSERVED.some((root) => filter.startsWith(root));
  const parsed = parseClientTopic(filter);
  if (parsed?.client !== name || parsed.direction !== 'down') return false;
  return parsed.message === '+' || parsed.message === '#' || isLocalMessage(kind, 'down', parsed.message);
};

export const mayReceive = ({ name, kind }: Who, topic: string): boolean => {
  if (kind === 'observer') return OBSERVED.some((root) => topic.startsWith(root));
  const parsed = parseClientTopic(topic);
  return parsed?.client === name && parsed.direction === 'down' && isLocalMessage(kind, 'down', parsed.message);
};
