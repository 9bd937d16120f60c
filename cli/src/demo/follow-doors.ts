import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { DemoSite } from './demo-site.ts';
import { inShell } from './run-line.ts';

const DOORS =
  'subscription ($at: String!) { doorStates(facilityId: $at) { cursor reset doors { doorId lock } removed } }';

/** What a subscription told, and the place of the last. */
interface Followed {
  /** The locks of one door, in their order. */
  readonly locks: string[];
  lastEventId: string | undefined;
  cut(): void;
}

/**
 * Follows the front door by a subscription, once the printed lines are through: sees it move, is cut off, and sees after that what
 * it missed. Resolves with what is wrong.
 */
export const followsADoor = async (site: DemoSite, clock: Clock): Promise<string | undefined> => {
  const data = site.short(`${site.dataDir}/cloud`);
  const token = (await inShell(`npm run -s gatehouse -- token --scope read --data ${data}`)).trim();
  const { demo } = site.cloud;
  const box = site.short(`${site.dataDir}/edge`);
  const comeIn = () =>
    inShell(
      `npm run -s gatehouse -- edge present "Front door" --member M-1003 --partner ${demo.direct.id} --data ${box}`,
    );
  const until = async (of: Followed, fits: (locks: readonly string[]) => boolean): Promise<boolean> => {
    const giveUpAt = clock.monoMs() + Seconds(15);
    while (!fits(of.locks) && clock.monoMs() < giveUpAt) await sleep(clock, Milliseconds(100));
    return fits(of.locks);
  };
  const first = follow(site, token);
  if (!(await until(first, (locks) => locks.at(-1) === 'locked'))) return `it began with ${first.locks.join()}`;
  await comeIn();
  const sawIt = await until(first, (locks) => locks.at(-1) === 'unlocked');
  first.cut();
  if (!sawIt) return `it saw ${first.locks.join()}`;
  const again = follow(site, token, first.lastEventId);
  const sawTheRest = await until(again, (locks) => locks.at(-1) === 'locked');
  again.cut();
  return sawTheRest ? undefined : `behind ${first.lastEventId} it saw ${again.locks.join()}`;
};

const follow = (site: DemoSite, token: string, lastEventId?: string): Followed => {
  const { unifiedUrl, caFile, demo } = site.cloud;
  const sent = request(`${unifiedUrl}/graphql`, {
    method: 'POST',
    ca: readFileSync(caFile, 'utf8'),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const followed: Followed = { locks: [], lastEventId, cut: () => void sent.destroy() };
  const take = (block: string): void => {
    const id = /^id: (.+)$/m.exec(block)?.[1];
    const data = /^data: (.+)$/m.exec(block)?.[1];
    if (id === undefined || data === undefined) return;
    followed.lastEventId = id;
    const told = JSON.parse(data) as {
      data: { doorStates: { doors: readonly { readonly doorId: string; readonly lock: string }[] } };
    };
    for (const { doorId, lock } of told.data.doorStates.doors)
      if (doorId === demo.doors.front) followed.locks.push(lock);
  };
  let rest = '';
  // Whoever waits for what is told gives up.
  sent.on('error', () => undefined);
  sent.on('response', (response) =>
    response.setEncoding('utf8').on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }),
  );
  sent.end(JSON.stringify({ query: DOORS, variables: { at: demo.facilityId } }));
  return followed;
};
