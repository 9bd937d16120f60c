import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { openPage } from '../kit/browser.ts';
import type { Certificate } from './certificate.ts';
import type { CloudAlone } from './cloud-side.ts';
import { cpuOf, startManySockets } from './many-sockets.ts';
import { measure } from './side.ts';
import { percentile } from './statistics.ts';

/** What one round found of a cloud whose doors change 50 times a second. */
export interface WatchedRound {
  /** Processor time a second: of the cloud with 200 who watch and with nobody, and of bare sockets that are written the same frames. */
  readonly watchedCpu: number;
  readonly unwatchedCpu: number;
  readonly bareCpu: number;
  /** Of unlocks meanwhile, one at a time. */
  readonly watchedP99Ms: number;
  readonly unwatchedP99Ms: number;
}

/** From a report in the cloud until a browser has painted it; and the echo of a bare socket there, and one frame. */
export interface PaintedRound {
  readonly reportMs: number;
  readonly echoAndFrameMs: number;
}

const WATCHERS = 200;
const CHANGES_A_SECOND = 50;
const REPORTS = 40;
const A_SECOND = Seconds(1);

export const startWatchers = async (cloud: CloudAlone, certificate: Certificate) => {
  const sockets = await startManySockets(certificate);
  const callers = cloud.watcherKeys.length;
  const unlocks = async (forMs: number): Promise<number> => (await measure(cloud.side, 1, forMs)).p99Ms;

  /** Reports go on meanwhile; whoever watches and whoever does not, the cloud stores the same. */
  const round = async (forMs: number): Promise<WatchedRound> => {
    await cloud.change(CHANGES_A_SECOND);
    await sockets.closeAll();
    const idle = () => sleep(systemClock, Milliseconds(forMs));
    const unwatchedCpu = await cpuOf(cloud.pid, idle);
    const unwatchedP99Ms = await unlocks(forMs);
    const text = JSON.stringify({ type: 'subscribe', topic: `facility:${cloud.facilityId}` });
    await sockets.open({
      ...{ port: cloud.port, path: '/api/live', protocols: ['gatehouse.live.v1'], callers },
      headers: Array.from({ length: WATCHERS }, (_, at) => ({ 'x-api-key': cloud.watcherKeys[at % callers] })),
      // A welcome, and what was asked for.
      says: [{ text, hears: 2 }],
    });
    await sockets.note();
    const watchedCpu = await cpuOf(cloud.pid, idle);
    const frames = await sockets.noted();
    const watchedP99Ms = await unlocks(forMs);
    await cloud.change(0);
    const bareCpu = await sockets.bareCpu(frames, WATCHERS);
    return { watchedCpu, unwatchedCpu, bareCpu, watchedP99Ms, unwatchedP99Ms };
  };
  return { round, echoPort: sockets.echoPort, stop: sockets.stop };
};

/** Notes when each change of the wall was painted, in ms since 1970. */
const NOTE_PAINTS = `(() => {
  window.paints = [];
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    window.paints.push(performance.timeOrigin + performance.now());
  }))).observe(document.querySelector('.wall'), { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

const FRAME_MS = 1_000 / 60;

/** Sends a word as long as a change of a door, and says how long it takes to come back. */
const ECHOES = (port: number) => `new Promise((resolve, reject) => {
  const took = [];
  const socket = new WebSocket('wss://localhost:${port}/');
  let sent;
  const send = () => { sent = performance.now(); socket.send('x'.repeat(400)); };
  socket.onerror = () => reject(new Error('no echo'));
  socket.onopen = send;
  socket.onmessage = () => {
    took.push(performance.now() - sent);
    if (took.length < ${REPORTS}) return setTimeout(send, 40);
    socket.close();
    resolve(took);
  };
})`;

const paintedReport = async (page: Page, cloud: CloudAlone): Promise<number> => {
  await page.evaluate('paints.length = 0');
  const at = await cloud.report();
  for (;;) {
    const painted = (await page.evaluate('paints[0] ?? null')) as number | null;
    if (painted !== null) return painted - at;
    await sleep(systemClock, Milliseconds(10));
  }
};

/** In a real browser that is signed in, over the real socket. */
export const paintedRound = async (browser: Browser, cloud: CloudAlone, echoPort: number): Promise<PaintedRound> => {
  const origin = `https://localhost:${cloud.port}`;
  const { page, close } = await openPage(browser, `${origin}/ops/sign-in#${await cloud.signInToken()}`, 1_280);
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.locator('h1').waitFor();
  await sleep(systemClock, A_SECOND); // Turns are of seconds.
  await page.goto(`${origin}/ops/facilities/${cloud.facilityId}`);
  await page.locator('.door-card').nth(20).waitFor();
  await page.evaluate(NOTE_PAINTS);
  const reports: number[] = [];
  for (let told = 0; told < REPORTS; told++) reports.push(await paintedReport(page, cloud));
  await close();
  const blank = await openPage(browser, `https://localhost:${echoPort}/`, 1_280);
  const echoes = (await blank.page.evaluate(ECHOES(echoPort))) as number[];
  await blank.close();
  return { reportMs: percentile(reports, 0.95), echoAndFrameMs: percentile(echoes, 0.95) + FRAME_MS };
};
