import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import chromium from '@sparticuz/chromium';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { eventually } from './eventually.ts';

/** What would make this browser more lenient than a real one, or end it together with its first window. */
const UNWANTED = ['--single-process', '--disable-web-security', '--allow-running-insecure-content'];
/** A graphics processor in software costs more than it draws, and each closed page holds the next up for seconds. */
const GRAPHICS = [
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

/**
 * The authorities of tests are trusted from the start. Where a context lets their certificates pass instead, each connection is made
 * twice, and a page that opens many at once is refused some (ERR_TOO_MANY_RETRIES).
 */
const AUTHORITIES_OF_TESTS = '--ignore-certificate-errors';

/** Two who unpack the browser at once would start half of one: the first does it, the others wait. */
const unpacked = async (): Promise<string> => {
  const place = join(tmpdir(), 'browser-of-the-tests');
  const done = join(place, 'path');
  try {
    mkdirSync(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await eventually(async () => existsSync(done), 'somebody else has unpacked the browser', Seconds(60));
    return readFileSync(done, 'utf8');
  }
  const path = await chromium.executablePath();
  writeFileSync(`${done}.new`, path);
  renameSync(`${done}.new`, done);
  return path;
};

export const openBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await unpacked(),
    args: [
      ...chromium.args.filter((argument) => ![...UNWANTED, ...GRAPHICS].includes(argument)),
      '--disable-gpu',
      AUTHORITIES_OF_TESTS,
    ],
    headless: true,
  });

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const WIDTHS = [390, 1280] as const;

/** A page, and what must not happen on it. */
export interface Watched {
  readonly page: Page;
  /** Console errors, uncaught exceptions, failed requests, and requests that leave the host. */
  readonly wrongs: readonly string[];
  close(): Promise<void>;
}

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  /** A phone: what is pressed is pressed by a thumb. */
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
  /** One that goes on: what the browser has of other pages it need not load and compile again. A window of its own unless given. */
  readonly context?: BrowserContext;
  /** What has to be there before anything is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Opens `url` in a window of its own and notes everything that goes wrong there. */
export const openPage = async (
  browser: Browser,
  url: string,
  width: number,
  { before, context: given, ...options }: PageOptions = {},
): Promise<Watched> => {
  const viewport = { width, height: 900 };
  const context = given ?? (await browser.newContext({ viewport, ...options }));
  const page = await context.newPage();
  if (given !== undefined) await page.setViewportSize(viewport);
  const wrongs: string[] = [];
  const { hostname } = new URL(url);
  page.on('console', (message) => message.type() === 'error' && wrongs.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrongs.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (!['data:', 'blob:'].includes(to.protocol) && to.hostname !== hostname) wrongs.push(`left the host: ${to.href}`);
  });
  page.on('response', (answer) => answer.status() >= 400 && wrongs.push(`${answer.status()}: ${answer.url()}`));
  await before?.(page);
  await page.goto(url);
  return { page, wrongs, close: () => (given === undefined ? context.close() : page.close()) };
};

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * All that axe has against WCAG 2.2 AA, those of it that colours alone can break, and those for colours that are the reader's own:
 * contrast is theirs then, too, and what is computed of a button that waits is not what is painted.
 */
const RULES = {
  all: { runOnly: WCAG },
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
  forced: { runOnly: WCAG, rules: { 'color-contrast': { enabled: false } } },
} as const;

/** Some colours are drawn anew in the frame after the page's own. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))';

/** What axe finds against WCAG 2.2 AA in this page, as one line each. */
export const barriers = async (page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> => {
  if (rules !== 'forced') await page.evaluate(DRAWN);
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const options = JSON.stringify({ ...RULES[rules], resultTypes: ['violations'] });
  const found = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** Whether the page can be read without scrolling sideways. */
export const fitsItsWidth = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

/** Writes down what gets the focus, until it leaves the page: asking after each Tab would take twice as long. */
const WATCH_FOCUS = `(() => {
  document.activeElement?.blur?.();
  window.scrollTo(0, 0);
  window.focused?.stop();
  const stops = [];
  let left = false;
  const label = (e) => e.tagName.toLowerCase() + ' ' + (e.ariaLabel ?? e.textContent.trim().slice(0, 60));
  const came = ({ target }) => { if (!left) stops.push(label(target)); };
  const went = ({ relatedTarget }) => { left ||= relatedTarget === null; };
  document.addEventListener('focusin', came);
  document.addEventListener('focusout', went);
  const stop = () => {
    document.removeEventListener('focusin', came);
    document.removeEventListener('focusout', went);
  };
  window.focused = { stop, read: () => ({ stops, left }) };
})()`;
const TABS_AT_ONCE = 20;

/** What the keyboard reaches, in order, by repeated Tab from the top: a label for each stop. */
export const tabStops = async (page: Page, most = 80): Promise<string[]> => {
  await page.evaluate(WATCH_FOCUS);
  for (let pressed = 0; pressed < most; pressed += TABS_AT_ONCE) {
    for (let tab = 0; tab < TABS_AT_ONCE; tab++) await page.keyboard.press('Tab');
    const { stops, left } = (await page.evaluate('window.focused.read()')) as { stops: string[]; left: boolean };
    if (left || stops.length >= most) return stops.slice(0, most);
  }
  return ((await page.evaluate('window.focused.read()')) as { stops: string[] }).stops;
};

/** Every text 40 % longer, and the page from right to left: what a translation may do to it. */
export const AS_TRANSLATED = `(() => {
  document.documentElement.dir = 'rtl';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const more = data.trim() === '' ? '' : ' ' + 'ürgle '.repeat(Math.ceil((data.trim().length * 0.4) / 6)).trim();
    texts.currentNode.data = data + more;
  }
})()`;
