import type { DoorId } from '../ids/ids.ts';

/** Everything on the box's own broker but what Home Assistant wants to find under a name of its own. */
export const LOCAL_ROOT = 'gh/local/v1';

export const clientTopic = (client: string, direction: 'up' | 'down', message: string): string =>
  `${LOCAL_ROOT}/client/${client}/${direction}/${message}`;
/** Retained, made by the box alone. */
export const doorStateTopic = (doorId: DoorId): string => `${LOCAL_ROOT}/door/${doorId}/state`;
export const BOX_STATE_TOPIC = `${LOCAL_ROOT}/box/state`;

export interface ClientTopic {
  readonly client: string;
  readonly direction: 'up' | 'down';
  /** As a filter it may be `+` or `#`. */
  readonly message: string;
}

/** Reads a topic of one client; undefined for every other topic. */
export const parseClientTopic = (topic: string): ClientTopic | undefined => {
  if (!topic.startsWith(`${LOCAL_ROOT}/client/`)) return undefined;
  const [client, direction, message, ...more] = topic.slice(LOCAL_ROOT.length + '/client/'.length).split('/');
  if (client === undefined || message === undefined || more.length > 0) return undefined;
  return direction === 'up' || direction === 'down' ? { client, direction, message } : undefined;
};
