import type { EventId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { worded } from '../../platform/mail/mail.module.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { aRequest } from '../../testing/world.ts';
import { digestMail } from './digest-mail.ts';
import { facilityEmail } from './facility-email.ts';
import { subscribedWorld } from './testing/subscribed-world.ts';

describe.each(ENGINES)('the daily digest of a facility on $name', ({ open }) => {
  const { on, subscribe, pass, sent } = subscribedWorld(open);
  let write: ReturnType<typeof aFactChain> | undefined;

  /** The box tells, some of it long after it happened. */
  const tell = async (bodies: readonly FactBody[], wallMs = on.clock.wallMs()) => {
    const { world } = on;
    write ??= aFactChain(world.boxId);
    for (const body of bodies) await world.journal.storeFacts(world.boxId, EPOCH, [write(body, { wallMs })]);
  };
  const entry = (n: number) => ({
    doorId: on.world.doorId,
    entryId: `evt_${String(n).padStart(16, '0')}` as EventId,
    person: 7,
    by: 'card' as const,
    revision: 1,
  });
  const denied = (n: number, reason: string): FactBody => ({ kind: 'access.denied', data: { ...entry(n), reason } });
  const preview = async (hours = 24) =>
    (await on.world.dailyDigests.previewFacility(on.world.facilityId, hours)) ?? expect.fail('no facility');
  const unlock = () => on.world.unlocks.unlock(aRequest(on.world), on.world.callBy());

  /** A day on which much went wrong. */
  const aBadDay = async () => {
    const { world, db, clock } = on;
    write = undefined;
    const { doorId, facilityId, partnerId } = world;
    const side = await world.aDoor({ name: 'Side door' });
    await world.beacon();
    await db.write((tx) =>
      world.warnings.raise(tx, {
        kind: 'relay_fault_repeated',
        facilityId,
        subject: doorId,
        message: 'Ada Byron (M-1001) stood outside.',
      }),
    );
    const member = { partnerId, facilityId, memberId: 'M-1001', firstName: 'Ada', lastName: 'Byron' };
    await world.members.put([member]);
    await pass(Hours(48));
    await db.write((tx) =>
      world.scopes.windowsStored(tx, {
        partnerId,
        facilityId,
        changes: [{ before: [], after: ['gold <b>'] }],
      } as never),
    );
    await tell([
      denied(1, 'outside_hours'),
      denied(2, 'outside_hours'),
      denied(3, 'unknown_credential'),
      { kind: 'access.granted', data: { ...entry(4), via: 'window', clock: 'trusted', stale: false } },
      { kind: 'door.opened', data: { doorId, expected: true } },
      { kind: 'door.opened', data: { doorId: side, expected: false } },
      { kind: 'door.held_open', data: { doorId, seconds: 30 } },
    ]);
    // Told late, of the week before.
    await tell([{ kind: 'door.opened', data: { doorId: side, expected: false } }], clock.wallMs() - Hours(150));
    expect((await unlock()).status).toBe(200);
    await clock.advance(Seconds(20));
    expect((await unlock()).status).toBe(503);
    expect((await unlock()).status).toBe(503);
    await clock.advance(Minutes(100));
    return { doorId, side, facilityId, partnerId, boxId: world.boxId };
  };

  it('is one line where nothing is to be looked at', async () => {
    write = undefined;
    await tell([denied(1, 'outside_hours')]);
    await on.clock.advance(Seconds(1));
    expect(await preview()).toMatchObject({
      quiet: true,
      text: 'All quiet at Harbour Gym since Sat 21 Nov 06:00: 0 entries, 0 remote unlocks, 1 denied.\n',
    });
  });

  it('counts what is so and what has happened, each by the module whose it is', async () => {
    const { doorId, side, facilityId, partnerId, boxId } = await aBadDay();
    const { dailyDigest, quiet, text } = await preview();
    expect(quiet).toBe(false);
    expect(dailyDigest).toMatchObject({
      facilityId,
      warnings: [
        { kind: 'scope_key_opens_nothing', subject: `${partnerId}/gold <b>`, isNew: true, members: 1 },
        { kind: 'relay_fault_repeated', subject: doorId, name: 'Front door', isNew: false, members: null },
      ],
      silentBoxes: [{ boxId, doors: ['Front door', 'Side door'] }],
      unlocks: {
        begun: 3,
        failed: [{ doorId, name: 'Front door', outcome: 'device_offline', movedLate: false, count: 2 }],
      },
      denied: [
        { reason: 'outside_hours', count: 2 },
        { reason: 'unknown_credential', count: 1 },
      ],
      entries: 1,
    });
    expect(dailyDigest.doorAlarms).toEqual([
      { doorId: side, name: 'Side door', alarm: 'forced', count: 2 },
      { doorId, name: 'Front door', alarm: 'held_open', count: 1 },
    ]);
    const own = (value: string) => value.replaceAll(boxId, '<box>');
    expect(own(text)).toBe(`Harbour Gym since Mon 23 Nov 07:40: 1 entry, 3 remote unlocks, 3 denied.

OFFLINE NOW
- Box <box>: silent for 100 minutes, 2 doors (Front door, Side door)

WARNINGS: 2 OPEN, 1 NEW
- New: A scope key opens no door (Acme Members: gold <b>), 1 member
- 2 days: A lock did not move several times in a row (Front door)

FORCED OR HELD OPEN
- Side door: forced open 2 times
- Front door: held open 1 time

FAILED: 2 OF 3 UNLOCKS
- Front door: 2 times, could not be reached

DENIED
- outside hours: 2
- unknown credential: 1

DATA OF PARTNERS
- Acme Members: never sent anything
`);
  });

  it('says nothing of what was before, and all of it to whoever has had none since', async () => {
    await aBadDay();
    await pass(Hours(30));
    await on.clock.advance(Seconds(1));
    const { dailyDigest } = await preview();
    expect([dailyDigest.doorAlarms, dailyDigest.denied, dailyDigest.entries, dailyDigest.unlocks]).toEqual([
      [],
      [],
      0,
      { begun: 0, failed: [] },
    ]);
    expect((await preview(48)).dailyDigest).toMatchObject({ entries: 1, unlocks: { begun: 3 } });
  });

  it('is sent without the name or the id of anybody, and with all that others wrote escaped', async () => {
    const { world, db } = on;
    await db.write((tx) =>
      world.organisations.updateFacility(tx, world.facilityId, { name: 'Gym <img src=x> & "Co"\u202e\r\nBcc: x' }),
    );
    await subscribe(on.sam);
    await aBadDay();
    // It is 08:40 on Tuesday there, and that of the day was not sent yet.
    await world.dailyDigests.sendDue();
    const [{ id = '', subject = '' } = {}] = await sent();
    expect(subject).toBe('Gym <img src=x> & "Co" Bcc: x: 1 box offline, 2 warnings, 1 new, 3 door alarms and more');
    const { text_body: text = '', html_body: html } = (await world.mail.find(id)) ?? {};
    for (const secret of ['Ada', 'Byron', 'M-1001', 'stood outside']) expect(text + html).not.toContain(secret);
    expect(html).toContain('<h1 style="font-size:1.25em">Gym &lt;img src=x&gt; &amp; &quot;Co&quot; Bcc: x: ');
    expect(html).not.toMatch(/<img|<b>|\u202e/);
    expect(text).toContain('You get this every day at 07:00 (Australia/Brisbane). To end it: DELETE /api/facilities/');
  });

  it('says of boxes that were away how often and for how long, and of old data how old', async () => {
    const { world, db, clock } = on;
    await world.webhooks.watchBoxes();
    await clock.advance(Minutes(10));
    await world.webhooks.watchBoxes();
    await clock.advance(Minutes(20));
    await world.beacon();
    await world.webhooks.watchBoxes();
    await db.write((tx) =>
      world.scopes.pushed(tx, { partnerId: world.partnerId, facilityId: world.facilityId, memberIds: [] } as never),
    );
    const { dailyDigest } = await preview();
    expect(dailyDigest).toMatchObject({
      silentBoxes: [],
      outages: [{ boxId: world.boxId, times: 1, awaySeconds: 1_200 }],
    });
    await pass(Hours(40));
    expect((await preview()).text).toContain('- Acme Members: 40 hours old, that is long\n');
  });

  it('is read by screens and by phones: a language, headings, lists, and nothing that is loaded', async () => {
    await aBadDay();
    const { dailyDigest } = await preview();
    const zone = bundledZones().find('Australia/Brisbane') ?? expect.fail('no zone');
    const email = facilityEmail(dailyDigest, zone, 'You get this every day.');
    const { kind, values } = digestMail(email, { to: 'sam@example.com', facilityId: undefined });
    const { html = '' } = worded(kind, kind.builtIn, values);
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(html).not.toMatch(/src=|href=|<script|url\(/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<h2/g)?.length).toBe(html.match(/<ul>/g)?.length);
  });
});
