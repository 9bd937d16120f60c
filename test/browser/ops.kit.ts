import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { servePlatformApi } from '@gatehouse/cloud/testing/platform-api.ts';
import { consolePages } from '@gatehouse/cloud/web/console-pages.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openPage, type PageOptions } from '../kit/browser.ts';
import { PASSKEYS, SESSIONS, USUAL_PREFERENCES } from './ops-account.kit.ts';
import { answerOf, type FakeCloud } from './ops-answers.kit.ts';
import { noClaims } from './ops-boxes.kit.ts';
import { ADA, DOORS, NOW, SESSION } from './ops-gym.kit.ts';
import { someInvites } from './ops-installers.kit.ts';
import { fakeLiveSocket } from './ops-live.kit.ts';
import { asOfNow } from './ops-members.kit.ts';

const json = (route: Route, status: number, body?: object) =>
  route.fulfill({
    status,
    headers: { date: new Date(NOW).toUTCString(), 'content-type': 'application/json', 'x-request-id': 'req_fake' },
    body: body === undefined ? '' : JSON.stringify(body),
  });
/** What a cloud of the tests holds before anything is changed there. */
export const aFakeCloud = (): FakeCloud => ({
  session: SESSION,
  ...{ signedIn: true, doors: DOORS, member: ADA, lockdowns: [], unlocks: [], away: false },
  ...{ noSocket: false, subscribed: [], tellDoors: () => undefined, endSockets: () => undefined },
  tellRun: () => undefined,
  ...{ stalled: false, beat: () => undefined, handshakes: 0 },
  ...{ proven: true, passkeys: PASSKEYS, sessions: SESSIONS, hasTotp: true, grave: [], desk: null },
  ...noClaims(),
  ...someInvites(),
  preferences: USUAL_PREFERENCES,
  ...asOfNow(),
});

/** A cloud in the browser: what the pages show is what a test says, at the times of the test. */
export const fakeCloud = async (page: Page): Promise<FakeCloud> => {
  const cloud = aFakeCloud();
  await page.route('**/api/**', (route) => {
    if (cloud.away) return route.abort('connectionrefused');
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const headers = request.headers();
    const asked = {
      path: pathname,
      query: searchParams,
      // A file is sent as it is.
      body: headers['content-type'] === 'application/octet-stream' ? undefined : request.postDataJSON(),
      header: (name: string) => headers[name],
    };
    return json(route, ...answerOf(cloud, request.method(), asked));
  });
  await fakeLiveSocket(page, cloud);
  return cloud;
};

/** The console as the cloud serves it, in a browser whose API is the fake cloud; on a database of the tests unless there is another. */
export const serveConsole = async (browser: Browser, given?: Database) => {
  const db = given ?? (await (ENGINES[0] as (typeof ENGINES)[number]).open());
  const log = { error: (why: unknown) => console.error(why) };
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  // Turns of pages are of real seconds here, as the browser asks for them.
  const strangers = createStrangers(systemClock);
  const pages = consolePages({ clock: systemClock, log, folder });
  const api = await servePlatformApi(db, new ManualClock(), undefined, { strangers }, { pages });
  const open = async (path: string, width: number, options: PageOptions & { cloud?: Partial<FakeCloud> } = {}) => {
    const { cloud: otherwise, before: then, ...rest } = options;
    let cloud: FakeCloud | undefined;
    const before = async (page: Page): Promise<void> => {
      cloud = Object.assign(await fakeCloud(page), otherwise);
      await then?.(page);
    };
    const watched = await openPage(browser, `https://localhost:${api.port}${path}`, width, { ...rest, before });
    return { ...watched, cloud: cloud as FakeCloud };
  };
  const attempts = () => db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute());
  return { open, api, attempts, close: api.close };
};

/** The console and the browser of a test file: there before its first test, gone after its last. */
export const consoleOfFile = () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveConsole>>;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await openBrowser();
    served = await serveConsole(browser);
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
  });
  type Open = typeof served.open;
  const open: Open = (...page) => served.open(...page);
  /** The same where others were opened so before: quicker, for pages that leave nothing behind. */
  const openBeside: Open = (path, width, options) => served.open(path, width, { context, ...options });
  return { open, openBeside };
};
