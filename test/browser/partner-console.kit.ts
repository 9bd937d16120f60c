import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferences } from '@gatehouse/cloud/documents/page/references.ts';
import { ENGINES } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { memoryRateLimiter } from '@gatehouse/cloud/kit/http/rate-limit.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { OWNER, serveConsoleApi } from '@gatehouse/cloud/partner/partner-console/testing/console-api.ts';
import { consolePages } from '@gatehouse/cloud/web/console-pages.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { openPage, type PageOptions } from '../kit/browser.ts';

/** The partner console as the cloud serves it, with the API behind it that it asks: nothing is played. */
export const servePartnerConsole = async (browser: Browser) => {
  const db: Database = await (ENGINES[0] as (typeof ENGINES)[number]).open();
  // Pages go by the server’s clock, which answers name by the real time.
  const clock = new ManualClock(isoOf(systemClock.wallMs()));
  const log = { error: (why: unknown) => console.error(why) };
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
  const references = createReferences({ clock: systemClock });
  const pages = [references.page('partner', '/console/docs'), ...consolePages({ clock: systemClock, log, folder })];
  // Turns are of real seconds here, as the browser asks for them.
  const turns = { strangers: createStrangers(systemClock), limiter: memoryRateLimiter(systemClock) };
  const api = await serveConsoleApi(db, clock, turns, pages);
  const origin = `https://localhost:${api.port}`;

  /** Opens a page, signed in as a contact unless `as` is null. */
  const open = async (
    path: string,
    width: number,
    { as = OWNER.email, ...options }: PageOptions & { readonly as?: string | null } = {},
  ) => {
    const before = async (page: Page): Promise<void> => {
      await options.before?.(page);
      if (as === null) return;
      const { token } = await api.signedIn(as);
      const cookie = { name: '__Host-console', value: token, url: origin, secure: true, httpOnly: true } as const;
      await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
    };
    return openPage(browser, `${origin}${path}`, width, { ...options, before });
  };
  const close = async (): Promise<void> => {
    await references.close();
    await api.close();
  };
  return { open, api, clock, close };
};
