import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import { nameKeyWrapper, sealName } from '@gatehouse/shared/snapshot/names.ts';
import { pinMatches, verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createIdentifying, type StaffMember } from './identify.ts';
import { type PanelKitOptions, startPanelKit } from './panel.kit.ts';
import { loadPin } from './pin.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const setup = async (options: PanelKitOptions = {}) => {
  const kit = await startPanelKit(options);
  closing.push(kit.close);
  return kit;
};
const NAME_KEY = new Uint8Array(32).fill(7);
const member = async (name: string, pin: string, role: StaffMember['role'] = 'staff'): Promise<StaffMember> => ({
  staffId: `staff_${name.toLowerCase()}`,
  name,
  role,
  pin: await verifierOf(pin, systemRandom),
  nameKey: (await nameKeyWrapper(pin, systemRandom))(NAME_KEY),
});
const ADA = await member('Ada Byron', '246810');
const SAM = await member('Sam', '975312', 'manager');
const wrong = (pin: string) => String((Number(pin) + 1) % 100_000_000).padStart(8, '0');

describe('the PIN of the box itself', () => {
  it('is made at first start, kept to its owner, and known without its file', async () => {
    const { dir, pin, box } = await setup();
    const made = pin();
    expect(made).toMatch(/^\d{8}$/);
    expect(statSync(join(dir, 'panel-pin')).mode & 0o777).toBe(0o600);
    rmSync(join(dir, 'panel-pin'));
    expect(await pinMatches(made, await loadPin(dir, box.slot('panel_pin', PinVerifier), systemRandom))).toBe(true);
  });

  it('is changed by writing another into its file, and not by writing rubbish', async () => {
    const { dir, pin, box } = await setup();
    const slot = box.slot('panel_pin', PinVerifier);
    const made = pin();
    writeFileSync(join(dir, 'panel-pin'), '12');
    expect(await pinMatches(made, await loadPin(dir, slot, systemRandom))).toBe(true);
    writeFileSync(join(dir, 'panel-pin'), '24681357\n');
    expect(await pinMatches('24681357', await loadPin(dir, slot, systemRandom))).toBe(true);
    expect(readFileSync(join(dir, 'panel-pin'), 'utf8')).toBe('24681357\n');
  });

  it('lets in while the box knows no staff, and not one moment longer', async () => {
    const kit = await setup();
    const cookie = kit.cookieOf(await kit.signIn(kit.pin()));
    expect((await kit.send('GET', '/state', { cookie })).json.who).toMatchObject({ name: 'Box owner' });
    kit.staff.now = [ADA];
    expect((await kit.send('GET', '/state', { cookie })).status).toBe(401);
    expect((await kit.signIn(kit.pin(), 'Box owner')).status).toBe(401);
    expect(await kit.signIn(kit.pin())).toMatchObject({ status: 400, json: { field: 'name' } });
  });
});

describe('sign-in at the panel', () => {
  it('is by name and PIN, whatever the case, and says who it is from then on', async () => {
    const kit = await setup({ staff: [ADA, SAM] });
    const answer = await kit.signIn('246810', '  ada   BYRON ');
    expect(answer.status).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-panel=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; Secure; SameSite=Strict$/,
    );
    const state = await kit.send('GET', '/state', { cookie: kit.cookieOf(answer) });
    expect(state.json.who).toEqual({ staffId: 'staff_ada byron', name: 'Ada Byron', role: 'staff' });
    expect(kit.stated).toEqual([{ kind: 'panel.signed_in', data: { staffId: 'staff_ada byron', name: 'Ada Byron' } }]);
  });

  it('takes nobody’s PIN under another name, and answers a name that nobody has in the same words', async () => {
    const kit = await setup({ staff: [ADA, SAM] });
    const others = await kit.signIn('975312', 'Ada Byron');
    const nobody = await kit.signIn('975312', 'Nobody');
    expect([others.status, nobody.status]).toEqual([401, 401]);
    expect(others.json.message).toBe('Name or PIN is wrong. 4 more before it closes.');
    expect(nobody.json.message).toBe('Name or PIN is wrong. 3 more before it closes.');
    expect((await kit.send('GET', '/session')).text).toBe('{"signedIn":false,"namesAsked":true}');
  });

  it('works as hard for a name that nobody has as for one that somebody has', async () => {
    const identifying = createIdentifying({ staff: () => [ADA, SAM], owner: ADA.pin, random: systemRandom });
    const took = async (name: string): Promise<number> => {
      const times = [];
      for (let i = 0; i < 7; i++) {
        const before = process.cpuUsage();
        await identifying.identify(name, '111111');
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return times.toSorted((a, b) => a - b)[3]!;
    };
    const [known, unknown] = [await took('Ada Byron'), await took('Nobody')];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('locks everybody out after five wrong PINs, the right one too, for 15 minutes', async () => {
    const { signIn, pin, clock } = await setup();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push(await signIn(wrong(pin())));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    await clock.advance(Minutes(14.9));
    expect(await signIn(pin())).toMatchObject({ status: 429, headers: { 'retry-after': '6' } });
    await clock.advance(Minutes(0.1));
    expect((await signIn(pin())).status).toBe(204);
  });

  it('gives tries that come side by side no more than five either', async () => {
    const { signIn, pin } = await setup();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(wrong(pin()))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('stays locked over a restart, and tells the journal at the tenth wrong PIN', async () => {
    const first = await setup();
    for (let i = 0; i < 5; i++) await first.signIn(wrong(first.pin()));
    const second = await setup({ dir: first.dir, bootId: 'boot-2' });
    expect((await second.signIn(second.pin())).status).toBe(429);
    await second.clock.advance(Minutes(15));
    for (let i = 0; i < 5; i++) await second.signIn(wrong(second.pin()));
    expect(second.stated).toEqual([{ kind: 'panel.locked_out', data: { tries: 10 } }]);
  });
});

describe('a session at the panel', () => {
  const signedIn = async (options: PanelKitOptions = { staff: [ADA, SAM] }, name = 'Ada Byron', pin = '246810') => {
    const kit = await setup(options);
    const cookie = kit.cookieOf(await kit.signIn(pin, name));
    const alive = async () => (await kit.send('GET', '/state', { cookie })).status === 200;
    return { ...kit, cookie, alive };
  };

  it('ends after 15 minutes in which nobody touched it, however often its page was drawn', async () => {
    const { clock, alive } = await signedIn();
    for (let i = 0; i < 14; i++) {
      await clock.advance(Minutes(1));
      expect(await alive()).toBe(true);
    }
    await clock.advance(Minutes(1));
    expect(await alive()).toBe(false);
  });

  it('ends after 8 hours, however much it is used', async () => {
    const { clock, post, cookie, alive } = await signedIn();
    for (let i = 0; i < 47; i++) {
      await clock.advance(Minutes(10));
      expect((await post('/session/use', {}, cookie)).status).toBe(204);
    }
    await clock.advance(Minutes(10));
    expect(clock.monoMs()).toBeGreaterThanOrEqual(Hours(8));
    expect(await alive()).toBe(false);
  });

  it('ends with sign-out: the cookie is worth nothing afterwards', async () => {
    const { post, cookie, alive } = await signedIn();
    expect((await post('/session/end', {}, cookie)).status).toBe(204);
    expect(await alive()).toBe(false);
  });

  it('ends when a snapshot no longer has the person, or another PIN', async () => {
    const { staff, alive } = await signedIn();
    staff.now = [{ ...ADA, pin: SAM.pin }];
    expect(await alive()).toBe(false);
    const other = await signedIn();
    other.staff.now = [SAM];
    expect(await other.alive()).toBe(false);
  });

  it('has the rights that the newest snapshot says', async () => {
    const { staff, send, cookie } = await signedIn();
    staff.now = [{ ...ADA, role: 'manager' }];
    expect((await send('GET', '/state', { cookie })).json.who).toMatchObject({ role: 'manager' });
  });

  it('reads the names of persons by the key that its PIN unwraps, and nobody else does', async () => {
    const doorId = 'door_0123456789abcdef' as never;
    const access = {
      person: (person: number) => ({ person, name: sealName(NAME_KEY, `person:${person}`, 'Grace Hopper') }) as never,
    };
    const denied = { doorId, entryId: 'evt_0123456789abcdef' as never, person: 17, by: 'card', revision: 41 } as const;
    for (const [nameKey, text] of [
      [ADA.nameKey, 'Front door: Grace Hopper kept out: staff have banned this person'],
      [undefined, 'Front door: person 17 kept out: staff have banned this person'],
    ] as const) {
      const { nameKey: _, ...plainAda } = ADA;
      const staff = [nameKey === undefined ? plainAda : { ...plainAda, nameKey }];
      const { journal, send, cookie } = await signedIn({ staff, access });
      await journal.record({ kind: 'access.denied', data: { ...denied, reason: 'banned' } });
      const { facts } = (await send('GET', '/state', { cookie })).json as { facts: { text: string }[] };
      expect(facts[0]?.text.replace(doorId, 'Front door')).toBe(text);
    }
  });
});
