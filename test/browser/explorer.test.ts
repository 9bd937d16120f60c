// @module-tag long
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page, Route, WebSocketRoute } from 'playwright-core';
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

const TICKS =
  'type Query { me: Int } type Message { cursor: ID n: Int } type Subscription { ticks(after: ID): Message }';
/** As if this had been written there before. */
const write = (page: Page, query: string) => {
  const tab = { id: '1', hash: null, title: 'Watch', operationName: 'Watch', query };
  const tabs = [{ ...tab, variables: null, headers: null, response: null }];
  const state = JSON.stringify({ activeTabIndex: 0, tabs });
  return page.addInitScript(`sessionStorage['graphiql:tabState'] = ${JSON.stringify(state)}`);
};
/** Two messages a subscription, from where it is asked; the first connection is lost after them. */
const tickOver = (socket: WebSocketRoute, asked: number[]): void => {
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.onMessage((text) => {
    const { type, id, payload } = JSON.parse(String(text));
    if (type === 'connection_init') send({ type: 'connection_ack' });
    if (type !== 'subscribe') return;
    const after = Number(/after: "(\d+)"/.exec(payload.query)?.[1] ?? 0);
    asked.push(after);
    for (const n of [after + 1, after + 2])
      send({ id, type: 'next', payload: { data: { ticks: { cursor: String(n), n } } } });
    if (asked.length === 1) void socket.close({ code: 1012 });
  });
};

const open = async (width: number, options: Parameters<Explorer['open']>[2] = {}) => {
  const opened = await explorer.open('/explorer', width, options);
  await opened.page.locator('.view-lines').first().waitFor(BUILT);
  return opened;
};
const run = (page: Page) => page.getByRole('button', { name: 'Execute query', disabled: false }).press('Enter');
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
      await page.getByRole('button', { name: 'Show Documentation Explorer', disabled: false }).press('Enter');
      await page.getByRole('link', { name: 'Query', exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show History', disabled: false }).press('Enter');
      await page.getByRole('button', { name: 'Begin' }).first().waitFor();
      expect(await barriers(page)).toEqual([]);
      expect(wrongs).toEqual([]);
      await close();
    }
  });

  it('[R159] asks the graph and REST by the one token that it got, and neither without one', async () => {
    const { page, wrongs, close } = await open(WIDTHS[1]);
    const [asked] = await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname === '/graphql'),
      explorer.getToken(page).then(() => run(page)),
    ]);
    await response(page).getByText('Front door').waitFor();
    await page.getByText('99 of 100 operations').waitFor();
    const { authorization = '' } = await asked.allHeaders();
    // It is not the browser that sends these, which trusts the authorities of tests.
    const outside = { ignoreHTTPSErrors: true };
    const rest = (headers: Readonly<Record<string, string>>) =>
      page.request.get(`${explorer.unifiedUrl}/v1/rest/facilities`, { headers, ...outside });
    expect((await rest({ authorization })).status()).toBe(200);
    expect((await rest({})).status()).toBe(401);
    const graph = await page.request.post(`${explorer.unifiedUrl}/graphql`, {
      data: { query: '{ me { version } }' },
      ...outside,
    });
    expect(graph.status()).toBe(401);
    for (const name of ['curl', 'REST', 'MCP']) await page.locator('summary', { hasText: name }).press('Enter');
    expect(await wrongLooks(page, 'explorer-ran')).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
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

  it('is worked by keyboard alone: into the editor, out of it, and on', async () => {
    const { page, wrongs, close } = await open(WIDTHS[1]);
    await answer(page, { json: ANSWER });
    await explorer.getToken(page);
    const isIn = (selector: string) => page.evaluate(`document.activeElement.matches('${selector}')`);
    await page.getByRole('button', { name: 'New tab', disabled: false }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('query Mine { me { version } ');
    await page.getByText('It costs 1 at worst').waitFor();
    await page.keyboard.press('Control+Enter');
    await response(page).getByText('kim@example.com').waitFor();
    const frame = '.graphiql-query-editor .graphiql-editor';
    // The first one closes what the editor suggests, if that is open.
    await page.keyboard.press('Escape');
    if (!(await isIn(frame))) await page.keyboard.press('Escape');
    expect(await isIn(frame)).toBe(true);
    // While a query runs it is another button, and one that is gone in a moment.
    await page.getByRole('button', { name: 'Execute query', disabled: false }).waitFor();
    await page.keyboard.press('Tab');
    expect(await isIn('.graphiql-execute-button')).toBe(true);
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
    await page.getByRole('button', { name: 'Get a token', disabled: false }).press('Enter');
    await page.getByRole('alert').getByText('Both the id of a key').waitFor();
    await page.getByLabel('Id of your key').fill(explorer.keyId);
    await page.getByLabel('Your key', { exact: true }).fill('ghk_wrong');
    await page.getByRole('button', { name: 'Get a token', disabled: false }).press('Enter');
    await page.getByRole('alert').getByText('This is no id of a key').waitFor();
    await close();
  });

  it('goes on with a subscription after a lost connection, and resumes it where somebody stopped it', async () => {
    const asked: number[] = [];
    const { page, wrongs, close } = await explorer.open('/explorer', WIDTHS[1], {
      before: async (opened) => {
        await opened.route('**/explorer/graph/schema.graphql', (route) => route.fulfill({ body: TICKS }));
        await write(opened, 'subscription Watch { ticks { cursor n } }');
        await opened.routeWebSocket('**/graphql', (socket) => tickOver(socket, asked));
      },
    });
    await page.locator('.view-lines').getByText('ticks').waitFor(BUILT);
    await explorer.getToken(page);
    await run(page);
    await page.getByText('4 messages').waitFor();
    expect(asked).toEqual([0, 2]);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop query', disabled: false }).press('Enter');
    await page.getByRole('button', { name: 'Resume after the last message', disabled: false }).press('Enter');
    await page.getByText('2 messages').waitFor();
    expect(asked).toEqual([0, 2, 4]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('watches the cloud itself, and goes on where it was stopped', async () => {
    const watched = `subscription Watch { devicesOnline(facilityId: "${explorer.demo.facilityId}") { cursor reset } }`;
    const sent: string[] = [];
    const { page, wrongs, close } = await open(WIDTHS[1], {
      before: async (opened) => {
        await write(opened, watched);
        opened.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
      },
    });
    await explorer.getToken(page);
    await run(page);
    await page.getByText('1 message', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Stop query', disabled: false }).press('Enter');
    await page.getByRole('button', { name: 'Resume after the last message', disabled: false }).press('Enter');
    await page.getByText('Live').waitFor();
    await expect.poll(() => sent.filter((text) => /after: \\"\d+\\"/.test(text)).length).toBe(1);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('says that it does not load, and loads once it can', async () => {
    const opened = await explorer.open('/explorer', WIDTHS[0], {
      before: (page) => page.route('**/explorer/graph/**', (route) => route.abort()),
    });
    await opened.page.getByText('The explorer could not be loaded').waitFor(BUILT);
    expect(await barriers(opened.page)).toEqual([]);
    await opened.page.unroute('**/explorer/graph/**');
    await opened.page.getByRole('button', { name: 'Try again', disabled: false }).press('Enter');
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
