import type { FrameIn, FrameOut } from '@gatehouse/cloud/web/client/live-frames.gen.ts';
import type { Page, WebSocketRoute } from 'playwright-core';
import type { FakeCloud } from './ops-answers.kit.ts';
import { FACILITY, NOW } from './ops-gym.kit.ts';

const TOPIC = `facility:${FACILITY}`;
const BEAT_MS = 500;

/** The live socket of the fake cloud: all there is, then what a test says, with beats unless the cloud is away. */
export const fakeLiveSocket = async (page: Page, cloud: FakeCloud): Promise<void> => {
  const open = new Map<WebSocketRoute, Set<string>>();
  let seq = 1;
  const send = (socket: WebSocketRoute, frame: FrameOut): void => {
    if (!cloud.away) socket.send(JSON.stringify(frame));
  };
  const entries = (topic: string) =>
    (topic === TOPIC ? cloud.doors : []).map(({ enforces, ...door }) => {
      const { ageSeconds: _, ...rules } = enforces ?? { revision: 0, of: 0, hashMatches: null, ageSeconds: 0 };
      return { ...door, facilityId: FACILITY, enforces: enforces && rules };
    });
  cloud.tellDoors = () => {
    seq++;
    const changes = entries(TOPIC).map((entry) => ({ id: entry.doorId, entry }));
    for (const [socket, topics] of open)
      if (topics.has(TOPIC)) send(socket, { type: 'patch', topic: TOPIC, seq, changes });
  };
  cloud.tellRun = (line) => {
    for (const socket of open.keys()) send(socket, { type: 'log', ...line });
  };
  cloud.endSockets = (code) => {
    for (const socket of open.keys()) void socket.close({ code, reason: 'ended by the test' });
    open.clear();
  };
  const take = (socket: WebSocketRoute, topics: Set<string>, frame: FrameIn): void => {
    if (frame.type === 'unsubscribe') topics.delete(frame.topic);
    if (frame.type !== 'subscribe') return;
    const { topic, after } = frame;
    cloud.subscribed.push({ topic, ...(after !== undefined && { after }) });
    topics.add(topic);
    // What has happened meanwhile is told as the cloud would: by one step.
    const data = entries(topic);
    if (after === undefined) send(socket, { type: 'snapshot', topic, seq, reset: false, data });
    else if (after < seq)
      send(socket, { type: 'patch', topic, seq, changes: data.map((entry) => ({ id: entry.doorId, entry })) });
  };
  cloud.beat = () => {
    for (const [socket, topics] of open)
      send(socket, { type: 'beat', at: NOW, current: cloud.stalled ? [] : [...topics] });
  };
  const beats = setInterval(() => cloud.beat(), BEAT_MS);
  page.once('close', () => clearInterval(beats));
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    cloud.handshakes++;
    if (cloud.away || cloud.noSocket) return void socket.close({ code: 1011, reason: 'away' });
    const topics = new Set<string>();
    open.set(socket, topics);
    socket.onMessage((text) => take(socket, topics, JSON.parse(String(text))));
    send(socket, { type: 'welcome', socketID: 'sck_fake', heartbeatMs: 5_000 });
    socket.onClose(() => open.delete(socket));
  });
};
