// @module-tag long
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, openBrowser, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';
import { startExplorer } from './explorer.kit.ts';

type Explorer = Awaited<ReturnType<typeof startExplorer>>;
/** Whoever asks first waits until it is built. */
const BUILT = { timeout: Seconds(60) };
const TOLD = {
  'content-type': 'application/json',
  'ratelimit-policy': '"graphql";q=100;w=60',
  ratelimit: '"graphql";r=93;t=42',
};
const ANSWER = {
  data: { me: { user: { email: 'kim@example.com' } } },
  extensions: { cost: { worst: 138, actual: 7 } },
};
const answer = (page: Page, with_: Parameters<Route['fulfill']>[0]) =>
  page.route('**/graphql', (route) => route.fulfill({ headers: TOLD, ...with_ }));

let browser: Browser;
let explorer: Explorer;
beforeAll(async () => {
  browser = await openBrowser();
  explorer = await startExplorer(browser);
}, Minutes(2));
afterAll(async () => {
  await browser.close();
  await explorer.close();
});

const open = async (width: number, options: Parameters<Explorer['open']>[2] = {}) => {
  const opened = await explorer.open('/explorer', width, options);
  await opened.page.locator('.view-lines').first().waitFor(BUILT);
  return opened;
};
const run = (page: Page) => page.getByRole('button', { name: 'Execute query' }).press('Enter');
const response = (page: Page) => page.locator('.graphiql-response');
const trouble = (page: Page) => page.locator('[data-name=trouble]');

describe('the explorer', () => {
  it('is for everybody, in every width and scheme, longer and from right to left', {
    timeout: Minutes(2),
  }, async () => {
    const { page, wrongs, close } = await open(WIDTHS[1]);
    expect(await wrongLooks(page, 'explorer')).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is for everybody with a token, an answer, its forms, the schema and the history', async () => {
    for (const width of WIDTHS) {
      const { page, wrongs, close } = await open(width, { colorScheme: width === WIDTHS[0] ? 'dark' : 'light' });
      await answer(page, { json: ANSWER });
      await explorer.getToken(page);
      await run(page);
      await page.getByText('93 of 100 operations').waitFor();
      await page.getByText('The last one came to 7, of 138 at worst.').waitFor();
      for (const name of ['curl', 'REST', 'MCP']) await page.locator('summary', { hasText: name }).press('Enter');
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).press('Enter');
      await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show History' }).press('Enter');
      await page.getByRole('button', { name: 'Begin' }).first().waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(wrongs).toEqual([]);
      await close();
    }
  });

  it('trades a key for a token that is kept nowhere, and keeps what was written through a reload', async () => {
    const { page, wrongs, close } = await open(WIDTHS[1]);
    await answer(page, { json: ANSWER });
    await explorer.getToken(page);
    await run(page);
    await response(page).getByText('kim@example.com').waitFor();
    const kept = await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])');
    expect(kept).toContain('query Begin');
    expect(kept).not.toMatch(/gh[tk]_/);
    expect(await page.content()).not.toMatch(/gh[tk]_[0-9A-Za-z]/);
    await page.reload();
    await page.getByText('No token yet').waitFor();
    await page.locator('.view-lines').getByText('clubsList').waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });

  it('asks for another token where one has ended, and the document is still there', async () => {
    const { page, close } = await open(WIDTHS[1]);
    await explorer.getToken(page);
    await answer(page, { status: 401, json: { error: 'unauthenticated', message: 'no' } });
    await run(page);
    await page.getByText('Your token is not taken any more').first().waitFor();
    expect(await page.locator('.view-lines').getByText('clubsList').count()).toBe(1);
    await page.unroute('**/graphql');
    await answer(page, { json: ANSWER });
    await explorer.getToken(page);
    await run(page);
    await response(page).getByText('kim@example.com').waitFor();
    await close();
  });

  it('says what it lacks: a token, a connection, an answer', async () => {
    const { page, close } = await open(WIDTHS[1]);
    await run(page);
    await trouble(page).getByText('No token yet').waitFor();
    await explorer.getToken(page);
    await page.context().setOffline(true);
    await run(page);
    await trouble(page).getByText('This browser is offline').waitFor();
    await page.context().setOffline(false);
    await page.route('**/graphql', (route) => route.abort());
    await run(page);
    await trouble(page).getByText('No answer came').waitFor();
    expect(await barriers(page)).toEqual([]);
    await close();
  });

  it('refuses what is no key, in words', async () => {
    const { page, close } = await open(WIDTHS[1]);
    await page.getByRole('button', { name: 'Get a token' }).press('Enter');
    await page.getByRole('alert').getByText('Both the id of a key').waitFor();
    await page.getByLabel('Id of your key').fill(explorer.keyId);
    await page.getByLabel('Your key', { exact: true }).fill('ghk_wrong');
    await page.getByRole('button', { name: 'Get a token' }).press('Enter');
    await page.getByRole('alert').getByText('This is no id of a key').waitFor();
    await close();
  });

  it('says that it does not load, and loads once it can', async () => {
    const opened = await explorer.open('/explorer', WIDTHS[0], {
      before: (page) => page.route('**/explorer/graph/**', (route) => route.abort()),
    });
    await opened.page.getByText('The explorer could not be loaded').waitFor(BUILT);
    expect(await barriers(opened.page)).toEqual([]);
    await opened.page.unroute('**/explorer/graph/**');
    await opened.page.getByRole('button', { name: 'Try again' }).press('Enter');
    await opened.page.locator('.view-lines').first().waitFor(BUILT);
    await opened.close();
  });

  it('has the REST reference beside it, and that leads back', async () => {
    const { page, wrongs, close } = await explorer.open('/explorer/docs/', WIDTHS[1]);
    await page.getByRole('searchbox', { name: 'Find' }).waitFor(BUILT);
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${explorer.unifiedUrl}/explorer/docs/endpoints/members.read`);
    await page.getByText('Authorization: Bearer $TOKEN').first().waitFor();
    await page.getByRole('link', { name: 'Explorer', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Explorer' }).waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });
});
