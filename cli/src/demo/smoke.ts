import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { asksModels, readsReceipts } from './ask-models.ts';
import type { DemoSite } from './demo-site.ts';
import { followsADoor } from './follow-doors.ts';
import { demoLines } from './lines.ts';
import { asksWhatIf, paysByTransfer } from './pay-by-transfer.ts';
import { readsInvoice } from './read-invoice.ts';
import { inShell, runLine } from './run-line.ts';
import { topsUpByCard } from './top-up.ts';

/** Opens every printed page, runs every printed line, and waits for the lock to lock itself. Resolves with the failures. */
export const smoke = async (site: DemoSite, clock: Clock, say: (text: string) => void): Promise<number> => {
  let failures = 0;
  const report = (what: string, wrong: string | undefined): void => {
    if (wrong !== undefined) failures += 1;
    say(wrong === undefined ? `ok    ${what}` : `FAIL  ${what}\n      ${wrong}`);
  };
  for (const [page, caFile] of [
    [`${site.cloud.partnerUrl}/docs/`, site.cloud.caFile],
    [`${site.cloud.consoleUrl}/ops`, site.cloud.caFile],
    [`${site.cloud.consoleUrl}/console`, site.cloud.caFile],
    [site.edge.panelUrl, site.gymCaFile],
    [site.sim.url, site.cloud.caFile],
    [site.standInsUrl, site.cloud.caFile],
  ] as const)
    report(`the page ${page}`, await opens(page, readFileSync(caFile, 'utf8')));

  const curlIsHere = await inShell('curl --version').then(
    () => true,
    () => false,
  );
  for (const line of demoLines(site)) report(line.says, await runLine(line, curlIsHere));
  report('the front door locks itself again by the board’s own timer', await locksItself(site, clock));
  report('a subscription sees a door move, is cut off, and sees the rest', await followsADoor(site, clock));
  report('a wallet is topped up by a card, at the page of the card provider', await topsUpByCard(site));
  report('a statement of the bank settles an invoice', await paysByTransfer(site, clock));
  report(
    'its invoice is a file for people, with one for programs in it, as others read it (EN 16931, PDF/A where Preflight is installed)',
    await readsInvoice(site, clock),
  );
  report('a template is asked what it would have cost', await asksWhatIf(site, clock));
  report(
    'a model answers by a key of the gym, refused at its cap and while paused',
    await asksModels(site, curlIsHere),
  );
  report('what it cost is on paper: a receipt, and the statement of the month', await readsReceipts(site));
  return failures;
};

const opens = (url: string, ca: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const got = (res: { statusCode?: number | undefined; resume(): unknown }) => {
      res.resume();
      resolve(res.statusCode === 200 ? undefined : `answered ${res.statusCode}`);
    };
    const request = url.startsWith('https:') ? getTls(url, { ca }, got) : getPlain(url, got);
    request.on('error', (error) => resolve(error.message));
  });

const locksItself = async (site: DemoSite, clock: Clock): Promise<string | undefined> => {
  const giveUpAt = clock.monoMs() + Seconds(10);
  for (;;) {
    const state = await inShell(`npm run -s gatehouse -- sim --url ${site.sim.url} state --json`);
    const { doors } = JSON.parse(state) as { doors: { name: string; lock: { position: string } }[] };
    const lock = doors.find(({ name }) => name === 'front')?.lock.position;
    if (lock === 'locked') return undefined;
    if (clock.monoMs() > giveUpAt) return `it is still ${lock}`;
    await sleep(clock, Milliseconds(250));
  }
};
