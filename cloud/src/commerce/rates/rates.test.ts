import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { CHARGE_KEYS } from './charge-keys.ts';

const BASE = '/api/admin/saas-billing';

describe.each(ENGINES)('rates on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), clock);
  });
  afterAll(() => api.close());

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    await api.moveOn();
    const { headers } = api.callers.superAdmin;
    const answer = await api.send({ method, path: `${BASE}/${path}`, headers, ...(body !== undefined && { body }) });
    return answer as { status: number; json: Record<string, never> & { message: string } };
  };
  const put = (body: unknown) => send('PUT', 'platform-rates', body);

  it('of the platform are 0 until somebody sets them, and are merged by charge [R106]', async () => {
    const before = await send('GET', 'platform-rates');
    expect(before.json).toMatchObject({ versionId: null, effectiveFrom: null, changedBy: null });
    expect(before.json.charges).toEqual(Object.fromEntries(CHARGE_KEYS.map((key) => [key, 0])));
    await put({ charges: { pricePerDoorDay: 0.1, pricePerSms: 0.08 } });
    const merged = await put({ charges: { pricePerSms: 0 } });
    expect(merged).toMatchObject({
      status: 200,
      json: {
        charges: { pricePerDoorDay: 0.1, pricePerSms: 0, pricePerBoxDay: 0 },
        effectiveFrom: '2026-03-11T00:00:00.000Z',
        changedBy: { name: 'super Example' },
      },
    });
  });

  it.each([
    ['charges.pricePerDoorDay', { charges: { pricePerDoorDay: -1 } }],
    ['charges', { charges: { pricePerWindowDay: 1 } }],
    ['charges.pricePerSms', { charges: { pricePerSms: '1' } }],
    ['charges.pricePerSms', { charges: { pricePerSms: 0.0000001 } }],
    ['charges.pricePerSms', { charges: { pricePerSms: 1e300 } }],
    ['charges', {}],
    ['value', { charges: {}, chargeAdjustments: { pricePerSms: { type: 'percent', value: -101, label: 'x' } } }],
    ['value', { charges: {}, chargeAdjustments: { pricePerSms: { type: 'free-units', value: 0.0001, label: 'x' } } }],
    ['label', { charges: {}, chargeAdjustments: { pricePerSms: { type: 'amount', value: 1, label: 'x'.repeat(81) } } }],
  ])('are refused with the place of what is wrong: %s [R106]', async (place, body) => {
    const refused = await put(body);
    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect(refused.json.message).toContain(place);
  });

  it('are the numbers that were written, judged by their digits, or are refused [R106]', async () => {
    const { headers } = api.callers.superAdmin;
    const written = async (number: string) => {
      await api.moveOn();
      const body = `{"charges":{"pricePerEmail":${number}}}`;
      const { status, json } = await api.send({
        method: 'PUT',
        path: `${BASE}/platform-rates`,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return status === 200 ? json.charges.pricePerEmail : status;
    };
    for (const number of [
      '-0',
      '-0.0',
      '1e308',
      '1e-7',
      '0.0000001',
      '0.10000000000000000001',
      '1e400',
      '1000001',
      '-1e-6',
    ])
      expect([number, await written(number)]).toEqual([number, 400]);
    for (const [number, kept] of [
      ['1e2', 100],
      ['0.100000', 0.1],
      ['999999.999999', 999_999.999999],
      ['1e-6', 0.000001],
      ['0', 0],
    ] as const)
      expect([number, await written(number)]).toEqual([number, kept]);
  });

  it('of a template are all of its own: what it is not given is the platform’s of then [R110]', async () => {
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: null }, { name: 'n'.repeat(81) }])
      expect((await send('POST', 'rate-templates', body)).status).toBe(400);
    const { status, json } = await send('POST', 'rate-templates', {
      name: 'Studios',
      charges: { pricePerBoxDay: 0.5 },
      customCharges: [{ label: 'Rebate', amount: -3.1 }],
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      charges: { pricePerDoorDay: 0.1, pricePerBoxDay: 0.5, pricePerSms: 0 },
      customCharges: [{ id: expect.stringMatching(/^cc_/), label: 'Rebate', amount: -3.1, conditions: [] }],
      changeLog: [],
      linkedBlocks: [],
    });
    await put({ charges: { pricePerDoorDay: 0.2 } });
    const { json: list } = await send('GET', 'rate-templates');
    expect(list).toMatchObject({ data: [{ name: 'Studios', charges: { pricePerDoorDay: 0.1 } }] });
    expect(await send('POST', 'rate-templates', { name: 'sTUDIOS' })).toMatchObject({
      status: 409,
      json: { error: 'template_name_taken' },
    });
  });

  const template = async (body: object) =>
    (await send('POST', 'rate-templates', body)).json as unknown as { templateId: string };

  it('of a template stay where they are left out, are cleared by null, and the change log says so [R109]', async () => {
    const { templateId } = await template({
      name: 'Large',
      description: 'From ten doors',
      charges: { pricePerDoorDay: 0.3 },
      chargeAdjustments: { pricePerDoorDay: { type: 'percent', value: -10, label: 'Ten' } },
      cloudAgents: { basic: { dailyCents: 100 } },
      customCharges: [{ label: 'Care', amount: 30 }],
    });
    const update = (body: object) => send('PUT', `rate-templates/${templateId}`, body);
    const kept = await update({ charges: { pricePerSms: 0.05 } });
    expect(kept.json).toMatchObject({
      name: 'Large',
      description: 'From ten doors',
      charges: { pricePerDoorDay: 0.3, pricePerSms: 0.05 },
      chargeAdjustments: { pricePerDoorDay: { type: 'percent', value: -10 } },
      cloudAgents: { basic: { dailyCents: 100 } },
      customCharges: [{ label: 'Care', amount: 30 }],
      changeLog: [{ field: 'charges.pricePerSms', from: '0', to: '0.05', by: { name: 'super Example' } }],
    });
    const cleared = await update({ description: null, charges: null, chargeAdjustments: null, customCharges: null });
    expect(cleared.json).toMatchObject({
      description: null,
      charges: { pricePerDoorDay: 0.2, pricePerSms: 0 },
      chargeAdjustments: {},
      cloudAgents: { basic: { dailyCents: 100 } },
      customCharges: [],
    });
    expect((cleared.json.changeLog as unknown as { field: string }[]).map(({ field }) => field)).toContain(
      'description',
    );
    expect((await update({ name: null })).json).toMatchObject({ name: 'Large' });
    expect(await update({ name: 'STUDIOS' })).toMatchObject({ status: 409, json: { error: 'template_name_taken' } });
    expect((await send('PUT', 'rate-templates/rt_zzzzzzzzzzzzzzzz', {})).status).toBe(404);
  });

  it('of a template are copied whole, under a name with a suffix that is numbered, without log and links [R108]', async () => {
    const name = 'Copied';
    const rules = {
      charges: { pricePerEmail: 0.01 },
      chargeAdjustments: { pricePerEmail: { type: 'free-units', value: 5, label: 'Five' } },
      cloudAgents: { big: { dailyCents: 900 } },
      customCharges: [{ label: 'Care', amount: 30, conditions: [{ field: 'country', op: 'eq', value: 'NZ' }] }],
    };
    const { templateId } = await template({ name, ...rules });
    await send('PUT', `rate-templates/${templateId}`, { description: 'Changed once' });
    await send('PUT', `rate-blocks/${encodeURIComponent(`org#${api.otherOrgId}`)}`, { templateId });
    const duplicate = (body?: object) => send('POST', `rate-templates/${templateId}/duplicate`, body);
    const first = await duplicate();
    expect(first).toMatchObject({
      status: 201,
      json: { name: 'Copied (copy)', description: 'Changed once', ...rules, changeLog: [], linkedBlocks: [] },
    });
    expect((await duplicate({})).json).toMatchObject({ name: 'Copied (copy 2)' });
    expect((await duplicate()).json).toMatchObject({ name: 'Copied (copy 3)' });
    expect((await duplicate({ name: 'Another' })).json).toMatchObject({ name: 'Another' });
    expect(await duplicate({ name: 'another' })).toMatchObject({ status: 409, json: { error: 'template_name_taken' } });
    const long = await template({ name: 'l'.repeat(80) });
    expect((await send('POST', `rate-templates/${long.templateId}/duplicate`)).json).toMatchObject({
      name: `${'l'.repeat(73)} (copy)`,
    });
    const { json } = await send('GET', 'rate-templates');
    const source = (json.data as unknown as { templateId: string }[]).find((one) => one.templateId === templateId);
    expect(source).toMatchObject({ linkedBlocks: [`org#${api.otherOrgId}`] });
  });

  it('of a facility are the nearest of each price, and say where each comes from', async () => {
    const { facilityId, orgId } = api.world;
    const { templateId } = await template({ name: 'Nearest', charges: { pricePerEmail: 0.4 } });
    const at = (ownerKey: string) => `rate-blocks/${encodeURIComponent(ownerKey)}`;
    await put({ charges: {}, chargeAdjustments: { pricePerSms: { type: 'free-units', value: 9, label: 'Nine' } } });
    await send('PUT', at(`org#${orgId}`), { templateId, charges: { pricePerSms: 0.2, pricePerBoxDay: 2 } });
    await send('PUT', at(`facility#${facilityId}`), {
      charges: { pricePerSms: 0.3 },
      chargeAdjustments: { pricePerSms: { type: 'percent', value: -5, label: 'Five' } },
    });
    const resolved = async () => {
      const { json } = await send('GET', `rates/resolve/${facilityId}`);
      const charges = json.charges as unknown as {
        key: string;
        price: number;
        source: string;
        adjustments: object[];
      }[];
      const of = (key: string) => charges.find((charge) => charge.key === key);
      return { json, of };
    };
    const { json, of } = await resolved();
    expect(json).toMatchObject({ facilityId, templateId });
    expect(of('pricePerSms')).toMatchObject({
      price: 0.3,
      source: 'facility',
      adjustments: [
        { type: 'free-units', value: 9, source: 'platform' },
        { type: 'percent', value: -5, source: 'facility' },
      ],
    });
    expect(of('pricePerBoxDay')).toMatchObject({ price: 2, source: 'organisation' });
    expect(of('pricePerEmail')).toMatchObject({ price: 0.4, source: 'template' });
    expect((await send('DELETE', at(`facility#${facilityId}`))).status).toBe(200);
    expect((await send('DELETE', at(`facility#${facilityId}`))).json).toMatchObject({ error: 'block_unknown' });
    expect((await resolved()).of('pricePerSms')).toMatchObject({ price: 0.2, source: 'organisation' });
  });

  it('are of owners that there are, by a key that is encoded once', async () => {
    const { facilityId } = api.world;
    for (const text of [
      `facility%2523${facilityId}`,
      `facility%23%23${facilityId}`,
      `club%23${facilityId}`,
      `org%23${facilityId}`,
      'facility%23fac_zzzzzzzzzzzzzzzz',
      'x',
    ])
      expect(await send('GET', `rate-blocks/${text}`)).toMatchObject({ status: 404, json: { error: 'owner_unknown' } });
  });

  it('are one version of two that are set at once, or both one after the other', async () => {
    const answers = await Promise.all(
      [0.11, 0.12, 0.13].map((pricePerBoxDay) =>
        api.send({
          method: 'PUT',
          path: `${BASE}/platform-rates`,
          headers: api.callers.superAdmin.headers,
          body: { charges: { pricePerBoxDay } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).not.toEqual([]);
    const { db } = api.world;
    const rows = await db.read((tx) =>
      tx.selectFrom('rate_version').where('scope', '=', 'platform').orderBy('version').select('version').execute(),
    );
    expect(rows.map(({ version }) => Number(version))).toEqual(rows.map((_, at) => at + 1));
    await expect(db.write((tx) => tx.updateTable('rate_version').set({ body: null }).execute())).rejects.toThrow();
    await expect(db.write((tx) => tx.deleteFrom('rate_version').execute())).rejects.toThrow();
  });

  it('do not hold for a day that has begun [R107]', async () => {
    await clock.advance(Hours(1));
    const place = { facilityId: api.world.facilityId, orgId: api.world.orgId };
    const { db, rateBlocks } = api.world;
    const today = Date.parse('2026-03-10T00:00:00.000Z');
    const pinned = (at: number) => db.read((tx) => rateBlocks.pin(tx, place, at));
    expect(await pinned(today)).toEqual({ facility: null, organisation: null, template: null, platform: null });
    const { json } = await send('GET', 'platform-rates');
    expect((await pinned(today + Hours(24))).platform).toBe(json.versionId);
  });
});
