// @module-tag long
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve as pathOf } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { cutLine, mendLine } from '../kit/line.ts';
import { type Site, startSite } from '../kit/site.ts';

const CLI = pathOf(import.meta.dirname, '../../cli/src/main.ts');
const CARD = '04A22BFFEE1234';
const NEXT_CARD = '04C0FFEE567890';
const SHORT_ID = '7744110935';
const LAST_CARD = '04DEC0DE1BAD9999';
const PIN = '190283746512';
const NEXT_PIN = '573829104756';
const NAME = 'Lovelace-Noether';
const Listed = z.object({ credentials: z.array(z.looseObject({ id: z.string(), kind: z.string() })) });
const Made = z.looseObject({ personId: z.string().optional(), credentialId: z.string().optional() });

/** Every byte that a folder holds, logs included. */
const bytesUnder = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path)),
  );

/** What staff give a person in the cloud, as it counts at a door of a real box. */
describe('cards, short ids and PINs', () => {
  let site: Site;
  let personId = '';
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ wires: true });
    gym = entering(site);
    await push(1);
    const of = { partnerId: site.demo.direct.id, memberId: 'M-77' };
    personId = (await order('person', { ...of, by: 'Sam' })).personId ?? '';
  });
  afterAll(() => site.close());

  const order = async (name: string, body: object) =>
    Made.parse((await site.cloudControl(name, { facilityId: site.demo.facilityId, ...body })) ?? {});
  /** Runs `gatehouse cloud …` as an operator would, and resolves with what it printed. */
  const cli = (args: readonly string[], typed = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const all = ['--disable-warning=ExperimentalWarning', CLI, 'cloud', ...args, '--data', join(site.dir, 'cloud')];
      const child = execFile(process.execPath, all, (error, stdout, stderr) =>
        error === null ? resolve(stdout + stderr) : reject(new Error(stderr)),
      );
      child.stdin?.end(typed);
    });
  const push = (revision: number, windows?: readonly object[]) =>
    gym.push('M-77', { revision, lastName: NAME, ...(windows && { windows }) });
  const present = (who: object) => gym.present(who, 'studio');
  const untilReason = (who: object, reason: string) =>
    eventually(async () => (await present(who)).reason === reason, `the door says ${reason}`);

  it('a card opens from the moment on that the box has it, and a lost one no longer once it is replaced', async () => {
    expect(await present({ card: CARD })).toMatchObject({ reason: 'unknown_credential' });
    const { credentialId } = await order('add-credential', {
      personId,
      kind: 'card',
      text: CARD,
      asksPin: false,
      by: 'Sam',
    });
    await untilReason({ card: '04:a2:2b:ff:ee:12:34' }, 'granted');
    const { credentialId: next } = await order('replace-credential', { credentialId, text: NEXT_CARD, by: 'Sam' });
    await untilReason({ card: CARD }, 'unknown_credential');
    expect(await present({ card: NEXT_CARD })).toMatchObject({ granted: true });
    await order('disable-credential', { credentialId: next, disabled: true });
    await untilReason({ card: NEXT_CARD }, 'unknown_credential');
    await order('disable-credential', { credentialId: next, disabled: false });
    await untilReason({ card: NEXT_CARD }, 'granted');
  });

  it('a short id opens with its PIN only', async () => {
    await order('set-pin', { personId, pin: PIN, by: 'Sam' });
    await order('add-credential', { personId, kind: 'short_id', text: SHORT_ID, asksPin: true, by: 'Sam' });
    await untilReason({ shortId: SHORT_ID, pin: PIN }, 'granted');
    expect(await present({ shortId: SHORT_ID })).toMatchObject({ granted: false, pinNeeded: true });
    expect(await present({ shortId: SHORT_ID, pin: '111112' })).toMatchObject({ granted: false, reason: 'pin_wrong' });
    expect(await present({ card: NEXT_CARD })).toMatchObject({ granted: true });
  });

  it('who loses their access during an outage gets in until the box hears of it, and a ban comes as soon', async () => {
    cutLine(site);
    await site.untilOffline();
    await push(2, []);
    expect(await present({ card: NEXT_CARD })).toMatchObject({ granted: true });
    mendLine(site);
    await untilReason({ card: NEXT_CARD }, 'no_grant');
    await push(3);
    await untilReason({ card: NEXT_CARD }, 'granted');
    await order('ban', { personId, banned: true, by: 'Sam', reason: 'Theft' });
    await untilReason({ card: NEXT_CARD }, 'banned');
    await push(4);
    await order('ban', { personId, banned: false, by: 'Sam', reason: 'Settled' });
    await untilReason({ card: NEXT_CARD }, 'granted');
  });

  it('the command line takes a number or PIN from its standard input, and says neither', async () => {
    const { facilityId } = site.demo;
    const { credentials } = Listed.parse(await site.cloudControl('credentials', { facilityId, personId }));
    const card = credentials.find(({ kind }) => kind === 'card')?.id ?? '';
    const printed = [
      await cli(['pin', 'set', facilityId, personId], `${NEXT_PIN}\n`),
      await cli(['card', 'replace', facilityId, card], `${LAST_CARD}\n`),
      await cli(['card', 'list', facilityId, personId]),
      await cli(['staff', 'add', facilityId, 'Kim', 'manager'], `${PIN}\n`),
      await cli(['staff', 'list', facilityId]),
    ].join('');
    await untilReason({ card: LAST_CARD }, 'granted');
    await untilReason({ shortId: SHORT_ID, pin: NEXT_PIN }, 'granted');
    expect(printed).toMatch(/"endsWith": "9999"/);
    expect(printed).toMatch(/"name": "Kim"/);
    expect(printed).not.toMatch(new RegExp(`${NEXT_PIN}|${LAST_CARD}|${PIN}`));
  });

  it('neither numbers nor PINs are written down anywhere, and on the box no name either', async () => {
    await site.settled();
    const box = bytesUnder(join(site.dir, 'edge'));
    const all = Buffer.concat([box, bytesUnder(join(site.dir, 'cloud')), bytesUnder(join(site.dir, 'logs'))]);
    for (const secret of [
      CARD,
      NEXT_CARD,
      CARD.toLowerCase(),
      CARD.slice(1),
      NEXT_CARD.slice(1),
      LAST_CARD.slice(1),
      SHORT_ID,
      PIN,
      NEXT_PIN,
    ])
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
    expect(all.includes(NAME)).toBe(true);
    expect(box.includes(NAME)).toBe(false);
    await site.journal.prove();
  });
});
