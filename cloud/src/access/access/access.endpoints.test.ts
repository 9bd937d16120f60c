import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { basic } from '../../testing/partner-api.ts';
import { accessApi, aWindow } from './testing/access-api.ts';

describe.each(ENGINES)('the access check on $name', ({ open }) => {
  const { on, push, pushWindows, map, ask, anotherPartner } = accessApi(open);

  it('says that a member gets in by a window, with what was looked at and by which versions', async () => {
    await map();
    await pushWindows([aWindow()]);
    const { status, json } = await ask({ door_id: on.world.doorId, at: '2026-01-01T10:00:00+10:00' });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      member_id: 'M-1',
      facility_id: on.world.facilityId,
      at: '2026-01-01T00:00:00.000Z',
      doors: [{ door_id: on.world.doorId, name: 'Front door', allowed: true, reason: 'granted', via: 'window' }],
      versions: {
        time_zones: expect.stringMatching(/^20\d\d[a-z]+$/),
        access_time_windows_revision: on.revision,
        facility: expect.any(Number),
      },
    });
    const steps = json.data.doors[0].explanation as { step: string; verdict: string }[];
    expect(steps.find(({ verdict }) => verdict === 'opens')).toMatchObject({ step: 'window', scope_key: 'default' });
  });

  it('says the same of a member who is nobody and of one of another partner', async () => {
    const other = await anotherPartner();
    await push({ member_id: 'X-9' }, other.headers);
    const answers = [await ask({}, { memberId: 'X-9' }), await ask({}, { memberId: 'nobody' })];
    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect({ ...json, request_id: '' }).toEqual({
        error: 'not_found',
        message: 'There is no such member for this integration.',
        request_id: '',
      });
    }
  });

  it('[R11, R13] any key may ask; a door or facility that is not there is 404, and a disabled integration 403', async () => {
    await push();
    const readOnly = basic((await on.api.keyOf('read-only')).text);
    expect((await ask({}, { headers: readOnly })).status).toBe(200);
    expect((await ask({ door_id: 'door_zzzzzzzzzzzzzzzz' })).status).toBe(404);
    expect((await ask({ facility_id: 'fac_zzzzzzzzzzzzzzzz' })).status).toBe(404);
    expect((await ask({ at: 'yesterday' })).status).toBe(400);
    expect((await ask({ at: '1767225600' })).status).toBe(400);
    // Of years that have four digits in their own offset, but not in UTC.
    expect((await ask({ at: '9999-12-31T23:59:59-12:00' })).status).toBe(400);
    expect((await ask({ at: '0000-01-01T00:00:00+12:00' })).status).toBe(400);
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect((await ask()).status).toBe(403);
  });
});
