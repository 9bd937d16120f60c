import type { BoxId, DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { describe, expect, it } from 'vitest';
import { htmlOf, named, span, textOf } from './email.ts';
import { COUNTED_MAX, type FacilityDailyDigest, WARNINGS_MAX } from './facility-daily-digest.ts';
import { facilityEmail, isQuiet } from './facility-email.ts';

const TO = Date.parse('2026-11-21T21:00:00Z');
const quiet: FacilityDailyDigest = {
  facilityId: 'fac_0123456789abcdef' as FacilityId,
  name: 'Harbour Gym',
  timezone: 'Australia/Brisbane',
  from: TO - Days(1),
  to: TO,
  warnings: [],
  silentBoxes: [],
  unreachableDoors: [],
  outages: [],
  boxesBehind: [],
  unlocks: { begun: 1, failed: [] },
  doorAlarms: [],
  denied: [],
  entries: 1,
  sources: [],
};
const door = { doorId: 'door_0123456789abcdef' as DoorId, name: 'Front door' };
const zone = bundledZones().find('Australia/Brisbane') ?? expect.fail('no zone');
const emailOf = (changes: Partial<FacilityDailyDigest>) => facilityEmail({ ...quiet, ...changes }, zone);

describe('The e-mail of a facility', () => {
  it('is quiet where only what is normal has happened', () => {
    const failed = [{ ...door, outcome: 'maintenance_mode_active', movedLate: false, count: 3 }];
    const source = { partnerId: 'ptr_0123456789abcdef' as PartnerId, name: 'Acme', refusedSince: null };
    const changes = {
      denied: [{ reason: 'outside_hours', count: 1_204 }],
      unlocks: { begun: 4, failed },
      sources: [
        { ...source, lastPushAt: null },
        { ...source, lastPushAt: TO - Hours(36) },
      ],
    };
    expect(isQuiet({ ...quiet, ...changes })).toBe(true);
    expect(emailOf(changes)).toEqual({
      subject: 'All quiet at Harbour Gym',
      headline: 'All quiet at Harbour Gym since Sat 21 Nov 07:00: 1 entry, 4 remote unlocks, 1,204 denied.',
      sections: [],
    });
  });

  it('says that there is more where no more was counted, and what it leaves out', () => {
    const doorAlarms = Array.from({ length: 17 }, (_, n) => ({
      doorId: `d${n}` as DoorId,
      name: null,
      alarm: 'forced' as const,
      count: 1,
    }));
    const email = emailOf({
      doorAlarms,
      entries: COUNTED_MAX - 5,
      denied: [{ reason: 'banned', count: 5 }],
      unlocks: { begun: COUNTED_MAX, failed: [{ ...door, outcome: 'relay_fault', movedLate: false, count: 6_000 }] },
    });
    expect(email.headline).toBe(
      'Harbour Gym since Sat 21 Nov 07:00: at least 99,995 entries, 100,000 or more remote unlocks, at least 5 denied.',
    );
    expect(email.sections[0]?.lines.slice(-2)).toEqual(['d14: forced open 1 time', 'and 2 more']);
    expect(email.sections[1]).toEqual({
      heading: 'Failed: 6,000 of 100,000 or more unlocks',
      lines: ['Front door: 6,000 times, the lock did not move'],
    });
  });

  it('says what a warning is about by the name of the thing, and of no person which', () => {
    const warning = {
      warningId: 'wrn_0123456789abcdef',
      name: null,
      isNew: true,
      openSince: TO,
      lastAt: TO,
      count: 1,
      acknowledged: false,
      members: null,
    };
    const { sections } = emailOf({
      warnings: [
        { ...warning, kind: 'banned_person_let_in', subject: 'per_0123456789abcdef' },
        { ...warning, kind: 'ban_of_nobody', subject: 'b-1/4711', name: 'Reception' },
        { ...warning, kind: 'journal_gap', subject: 'b-2/epoch' },
        { ...warning, kind: 'status_without_meaning', subject: 'ptr_1/on/hold', name: 'Acme' },
        { ...warning, kind: 'sync_refused', subject: 'ptr_1', name: 'Acme' },
      ],
    });
    expect(sections[0]).toEqual({
      heading: 'Warnings: 5 open, 5 new',
      lines: [
        'New: A partner let in somebody who is banned',
        'New: A box banned somebody whom nobody knows (Reception)',
        'New: Numbers are missing in the journal of a box (b-2)',
        'New: Members have a status without a meaning (Acme: on/hold)',
        'New: Data of a partner is refused (Acme)',
      ],
    });
    const many = Array.from({ length: WARNINGS_MAX }, () => ({ ...warning, kind: 'box_cloned', subject: 'b-1' }));
    expect(emailOf({ warnings: many }).sections[0]?.heading).toBe('Warnings: 100 or more open, 100 new');
  });

  it('begins with what is offline, and names the first doors of a box', () => {
    const silent = { boxId: 'b-1' as BoxId, name: 'Reception', lastHeardAt: TO - Hours(3) };
    const email = emailOf({
      silentBoxes: [
        { ...silent, doors: ['Front door', 'Pool', 'Sauna', 'Yard'] },
        { ...silent, doors: [] },
      ],
      doorAlarms: [{ ...door, alarm: 'forced', count: 1 }],
    });
    expect(email.subject).toBe('Harbour Gym: 2 boxes offline, 1 door alarm');
    expect(email.sections[0]?.lines).toEqual([
      'Box Reception: silent for 3 hours, 4 doors (Front door, Pool, Sauna and more)',
      'Box Reception: silent for 3 hours, 0 doors',
    ]);
  });

  it('tells of late moves, outages, old rules and old data', () => {
    const box = { boxId: 'b-1' as BoxId, name: 'Reception' };
    const email = emailOf({
      unlocks: { begun: 2, failed: [{ ...door, outcome: 'unlock_confirmation_timeout', movedLate: true, count: 1 }] },
      silentBoxes: [{ ...box, lastHeardAt: null, doors: ['Front door'] }],
      unreachableDoors: [door],
      outages: [{ ...box, times: 3, awaySeconds: 2_700 }],
      boxesBehind: [
        { ...box, revision: 41, newest: 43, ageSeconds: 1_200 },
        { ...box, revision: 43, newest: 43, ageSeconds: 5 },
        { ...box, revision: 7, newest: null, ageSeconds: Days(3) / 1_000 },
      ],
      sources: [{ partnerId: 'p', name: 'Acme', lastPushAt: TO - Hours(37), refusedSince: TO - Hours(5) }],
    });
    expect(email.subject).toBe('Harbour Gym: 1 box offline, 1 door offline, 1 failed unlock, 1 box was away and more');
    expect(textOf(email).split('\n').slice(2)).toEqual([
      'OFFLINE NOW',
      '- Box Reception: never heard of, 1 door (Front door)',
      '- Door Front door: its board does not answer',
      '',
      'FAILED: 1 OF 2 UNLOCKS',
      '- Front door: 1 time, no confirmation in time, but it moved after all',
      '',
      'WERE OFFLINE',
      '- Box Reception: 3 times, 45 minutes in all',
      '',
      'OLD RULES',
      '- Box Reception: behind by 2 revisions, for 20 minutes',
      '- Box Reception: other rules than it should have, for 1 minute',
      '- Box Reception: other rules than it should have, for 3 days',
      '',
      'DATA OF PARTNERS',
      '- Acme: 37 hours old, that is long, some refused for 5 hours',
      '',
    ]);
  });

  it('escapes what others wrote, keeps it on one line and short', () => {
    const name = `<script>alert(1)</script>\u2028&"'\u0000\u202e${'x'.repeat(200)}`;
    const html = htmlOf(emailOf({ name, doorAlarms: [{ ...door, name, alarm: 'forced', count: 1 }] }));
    expect(html).not.toMatch(/<script|\u2028|\u202e/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;&quot;&#39; xxx');
    expect([...named(name)]).toHaveLength(80);
    expect(named('a\r\nBcc: b')).toBe('a Bcc: b');
    expect(named('a\u200b\ufeff\u2060b')).toBe('a b');
    expect(named('שער'), 'so that what follows stays where it is').toBe('\u2068שער\u2069');
  });

  it('says how long in words of one size', () => {
    expect([0, 1, 119, 120, 47 * 60, 48 * 60].map((minutes) => span(Minutes(minutes)))).toEqual([
      '1 minute',
      '1 minute',
      '119 minutes',
      '2 hours',
      '47 hours',
      '2 days',
    ]);
  });
});
