import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Certificate } from './certificate.ts';
import type { CloudAlone } from './cloud-side.ts';
import { cpuOf, startManySockets } from './many-sockets.ts';
import { percentile } from './statistics.ts';

/** What one round found of a cloud whose doors are followed through the graph. */
export interface SubscribedRound {
  /** Processor time a second: of the cloud with all subscribers and with none, and of bare sockets that are written the same frames. */
  readonly subscribedCpu: number;
  readonly aloneCpu: number;
  readonly bareCpu: number;
  /** From a report of a door until the last of them had it, p99. */
  readonly lastP99Ms: number;
}

export const SUBSCRIBERS = 1_000;
export const CHANGES_A_SECOND = 5;
const REPORTS = 50;
const SETTLED_MS = 300;
const DOORS = `subscription ($at: String!) { doorStates(facilityId: $at) { cursor reset doors { doorId name lock presence } removed } }`;

export const startSubscribers = async (cloud: CloudAlone, certificate: Certificate) => {
  const sockets = await startManySockets(certificate);
  const tokens = cloud.unified?.subscriberTokens ?? [];
  const pause = (ms: number) => sleep(systemClock, Milliseconds(ms));
  const subscribe = { query: DOORS, variables: { at: cloud.facilityId } };

  const round = async (forMs: number): Promise<SubscribedRound> => {
    await sockets.closeAll();
    await cloud.change(CHANGES_A_SECOND);
    const aloneCpu = await cpuOf(cloud.pid, () => pause(forMs));
    await cloud.change(0);
    await sockets.open({
      ...{ port: cloud.port, path: '/graphql', protocols: ['graphql-transport-ws'], callers: tokens.length },
      headers: Array.from({ length: SUBSCRIBERS }, (_, at) => ({
        authorization: `Bearer ${tokens[at % tokens.length]}`,
      })),
      says: [
        { text: JSON.stringify({ type: 'connection_init' }), hears: 1 },
        { text: JSON.stringify({ id: '1', type: 'subscribe', payload: subscribe }), hears: 1 },
      ],
    });
    await pause(SETTLED_MS);
    const took: number[] = [];
    for (let at = 0; at < REPORTS; at++) {
      const [lastAt, reportedAt] = await Promise.all([sockets.lastHeard(), cloud.report()]);
      took.push(lastAt - reportedAt);
    }
    await cloud.change(CHANGES_A_SECOND);
    await sockets.note();
    const subscribedCpu = await cpuOf(cloud.pid, () => pause(forMs));
    const frames = await sockets.noted();
    await cloud.change(0);
    const bareCpu = await sockets.bareCpu(frames, SUBSCRIBERS);
    return { subscribedCpu, aloneCpu, bareCpu, lastP99Ms: percentile(took, 0.99) };
  };
  return { round, stop: sockets.stop };
};
