// @module-tag long
// @module-tag waiting
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../kit/eventually.ts';
import { aPlatformKey, platformClient } from '../kit/platform-client.ts';
import { type Site, startSite } from '../kit/site.ts';

const Standing = z.object({
  boxes: z.array(
    z.object({ epochs: z.array(z.object({ through: z.number(), highest: z.number(), gone: z.array(z.unknown()) })) }),
  ),
});

const KeyMade = z.object({ id: z.string(), text: z.string() });
const EdgeDoors = z.object({ doors: z.array(z.object({ lockdown: z.object({ active: z.boolean() }) })) });

describe('a cloud whose database was restored from an older copy', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  afterAll(() => site.close());

  it('[F1] gets every fact that it lost from the box again, once each, in one chain', async () => {
    for (let i = 0; i < 3; i++) expect((await site.unlock('front')).status).toBe(200);
    const { seq } = await site.settled();
    expect(seq).toBeGreaterThan(8);
    await site.stop(site.processes.cloud);
    const db = new Database(join(site.dir, 'cloud', 'cloud.db'));
    const { hash } = db.prepare('SELECT hash FROM box_fact WHERE seq = 5').get() as { hash: string };
    db.prepare('DELETE FROM box_fact WHERE seq > 5').run();
    db.prepare('UPDATE box_epoch SET through = 5, through_hash = ?, highest = 5').run(hash);
    db.close();

    await site.startCloud();
    await site.untilOnline();
    const standing = async () =>
      Standing.parse(await site.cloudControl('journal', { boxId: site.boxId })).boxes[0]?.epochs[0];
    await eventually(async () => ((await standing())?.through ?? 0) >= seq, 'the lost facts are back', Seconds(45));
    expect((await standing())?.gone).toEqual([]);
    await site.journal.prove();
    expect((await site.journal.of('unlock.confirmed')).length).toBe(3);
    expect((await site.warnings()).filter(({ kind }) => kind.startsWith('journal'))).toEqual([]);
  });

  it('N4 takes what is ordered after the restore, and keeps its doors meanwhile', async () => {
    const { facilityId } = site.demo;
    const file = join(site.dir, 'cloud', 'cloud.db');
    const live = new Database(file);
    await live.backup(`${file}.copy`);
    live.close();
    const order = (active: boolean) =>
      site.cloudControl('lockdown', {
        facilityId,
        doorId: site.doorIds.front,
        active,
        by: 'the test',
        reason: 'threat',
      });
    const lockedDown = async () =>
      EdgeDoors.parse(await site.edgeControl('status')).doors.some(({ lockdown }) => lockdown.active);
    const release = async () => {
      await order(false);
      return !(await lockedDown());
    };
    // More than the copy will count to by itself.
    for (let i = 0; i < 3; i++) await order(true);
    await eventually(release, 'the orders before the restore are taken', Seconds(20));
    await site.stop(site.processes.cloud);
    renameSync(`${file}.copy`, file);
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });

    await site.startCloud();
    await site.untilOnline();
    await order(true);
    await eventually(lockedDown, 'the lockdown after the restore is taken', Seconds(15));
    await eventually(release, 'and its release', Seconds(15));
    expect((await site.unlock('front')).status).toBe(200);
  });

  it('N4 takes away again what was taken away since: a key, a ban, the access of a member; and a lockdown stands', async () => {
    const { facilityId, direct } = site.demo;
    const { id: partnerId, keys } = direct;
    const { text: doomed, id: keyId } = KeyMade.parse(
      await site.cloudControl('create-key', { partnerId, type: 'live', label: 'doomed' }),
    );
    const staffKey = await aPlatformKey(site, 'lou@example.com', {
      role: 'facility-manager',
      scope: 'facility',
      scopeId: facilityId,
    });
    const asStaff = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
      const staff = platformClient(site.processes.cloud.ready.platformUrl, site.ca, staffKey);
      const answer = await staff.request(method, `/api/access-control/${facilityId}${path}`, body);
      staff.close();
      expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
      return answer.json;
    };
    const nowS = Math.floor(Date.now() / 1_000);
    const member = (member_id: string, revision: number, windows: readonly object[]) => ({
      ...site.ada,
      member_id,
      access_time_windows_revision: revision,
      access_time_windows: windows,
    });
    const WINDOW = { external_id: 'w', kind: 'absolute', from: nowS - 3_600, to: nowS + 86_400 };
    const push = async (...members: object[]) => {
      const { status, json } = await site.request(keys.live, '/members', { members });
      expect(status, JSON.stringify(json)).toBeLessThan(300);
    };
    const allowed = async (memberId: string): Promise<boolean> => {
      const { json } = await site.request(keys.live, `/members/${memberId}/access-check?facility_id=${facilityId}`);
      return json.data.doors.some((door: { allowed: boolean }) => door.allowed);
    };
    const mayEnter = async () => [await allowed('R-banned'), await allowed('R-cut'), await allowed('R-same')];
    const isRight = async (key: string) => (await site.request(key, '/auth/ping')).status === 200;
    const lockedDown = async () =>
      EdgeDoors.parse(await site.edgeControl('status')).doors.some(({ lockdown }) => lockdown.active);

    await push(...['R-banned', 'R-cut', 'R-same'].map((id) => member(id, 1, [WINDOW])));
    expect([await mayEnter(), await isRight(doomed)]).toEqual([[true, true, true], true]);
    const file = join(site.dir, 'cloud', 'cloud.db');
    const live = new Database(file);
    await live.backup(`${file}.copy`);
    live.close();
    await site.cloudControl('revoke-key', { keyId });
    await asStaff('PUT', `/members/${partnerId}/R-banned/flags`, { banned: true, reason: 'stole a towel' });
    await push(member('R-cut', 2, []));
    const { lockdownId } = (await asStaff('POST', '/lockdowns', {
      target: { to: 'door', doorId: site.doorIds.front },
      reason: 'threat',
    })) as { lockdownId: string };
    await eventually(lockedDown, 'the box is locked down', Seconds(15));
    await site.stop(site.processes.cloud);
    renameSync(`${file}.copy`, file);
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });

    await site.startCloud();
    expect(await isRight(doomed)).toBe(false);
    await site.untilOnline();
    expect(await lockedDown()).toBe(true);
    expect((await site.unlock('front')).status).not.toBe(200);
    const open = (await asStaff('GET', '/restore-differences')) as { data: { kind: string; subject: string }[] };
    expect(open.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['revoked', 'lockdown']));
    await asStaff('POST', `/lockdowns/${lockdownId}/release`, { reason: 'over' });
    await eventually(async () => !(await lockedDown()), 'the lockdown is over', Seconds(15));
    expect(await mayEnter()).toEqual([false, false, true]);
    expect((await site.unlock('front')).status).toBe(200);
  });

  it('erases again whom it was told to erase after the copy was made, before it answers anybody', async () => {
    expect((await site.unlock('front')).status).toBe(200);
    const file = join(site.dir, 'cloud', 'cloud.db');
    const named = (): unknown[] => {
      const db = new Database(file, { readonly: true });
      const rows = db.prepare('SELECT partner_id, facility_id, member_id FROM unlock_attempt').all();
      db.close();
      return rows;
    };
    const Row = z.object({ partner_id: z.string(), facility_id: z.string(), member_id: z.string() });
    const { partner_id, facility_id, member_id } = Row.parse(named()[0]);
    const live = new Database(file);
    await live.backup(`${file}.copy`);
    live.close();
    const by = 'the test';
    const user = 'kim@example.com';
    await site.cloudControl('add-user', { email: user, firstName: 'Kim', lastName: 'Example', by });
    await site.cloudControl('give-role', {
      user,
      role: { role: 'facility-manager', scope: 'facility', scopeId: facility_id },
      by,
    });
    const { key } = (await site.cloudControl('create-user-key', { user, label: 'test', by })) as { key: string };
    const client = httpsClient(Number(new URL(site.processes.cloud.ready.platformUrl).port), site.ca);
    const path = `/api/access-control/${facility_id}/members/${partner_id}/${member_id}`;
    const erased = await client({ method: 'DELETE', path, headers: { 'x-api-key': key } });
    expect(erased.json).toMatchObject({ complete: true });
    client.close();
    await site.stop(site.processes.cloud);
    renameSync(`${file}.copy`, file);
    for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true });
    expect(named()).toContainEqual(expect.objectContaining({ member_id }));

    await site.startCloud();
    expect(named()).not.toContainEqual(expect.objectContaining({ member_id }));
    expect(named()).toContainEqual(expect.objectContaining({ member_id: 'erased' }));
  });
});
