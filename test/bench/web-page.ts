import type { LiveDoor } from '@gatehouse/cloud/web/client/live-frames.gen.ts';
import { aDoor } from '@gatehouse/cloud/web/ops/testing/a-door.ts';
import type { Page } from 'playwright-core';
import { FACILITY } from '../browser/ops-gym.kit.ts';

export const DOORS = 500;
export const WALL_TOPIC = `facility:${FACILITY}`;

export const DOORS_OF_WALL: readonly LiveDoor[] = Array.from({ length: DOORS }, (_, at) => ({
  ...aDoor({ doorId: `door_${String(at).padStart(16, '0')}`, name: `Door ${at + 1}` }),
  ...{ facilityId: FACILITY, lastSeen: null, enforces: { revision: 43, of: 43, hashMatches: true } },
}));

/**
 * A live socket within the page: what the browser does with frames is measured, not the way they come. `tellChanges(count, perTurn)`
 * tells so many changes of doors, each of one door, so many each 10 ms, and resolves when the last is drawn.
 */
const SOCKET = `(() => {
  const doors = ${JSON.stringify(DOORS_OF_WALL)};
  const topic = ${JSON.stringify(WALL_TOPIC)};
  let socket;
  let seq = 1;
  const tell = (frame) => socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      super();
      socket = this;
      queueMicrotask(() => tell({ type: 'welcome', socketID: 'sck_bench', heartbeatMs: 5000 }));
      setInterval(() => tell({ type: 'beat', at: new Date().toISOString(), current: [topic] }), 2000);
    }
    send(text) {
      if (JSON.parse(text).type === 'subscribe') tell({ type: 'snapshot', topic, seq, reset: false, data: doors });
    }
    close() {}
  };
  window.tellChanges = async (count, perTurn) => {
    for (let told = 0; told < count; ) {
      for (let turn = 0; turn < perTurn && told < count; turn++, told++) {
        const place = told % doors.length;
        const entry = { ...doors[place], lock: doors[place].lock === 'locked' ? 'unlocked' : 'locked' };
        doors[place] = entry;
        tell({ type: 'patch', topic, seq: ++seq, changes: [{ id: entry.doorId, entry }] });
      }
      await new Promise((done) => setTimeout(done, 10));
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
})()`;

/** Notes, in ms since the page was asked for, when all doors were painted; and how long each task over 50 ms was. */
const WATCH = `(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  const look = () => {
    if (document.querySelectorAll('.door-card').length < ${DOORS}) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.paintedMs = performance.now(); }));
  };
  requestAnimationFrame(look);
})()`;

export const watchPaint = (page: Page): Promise<unknown> => page.addInitScript(WATCH);
export const giveSocket = (page: Page): Promise<unknown> => page.addInitScript(SOCKET);

const UNTIL_PAINTED = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the doors were not painted in a minute')), 60_000);
  const look = () => (window.paintedMs === undefined ? setTimeout(look, 20) : resolve(window.paintedMs));
  look();
})`;

/** Resolves with when all doors were painted, in ms since the page was asked for. Throws after a minute. */
export const painted = async (page: Page): Promise<number> => Number(await page.evaluate(UNTIL_PAINTED));
