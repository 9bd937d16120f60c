import { randomUUID } from 'node:crypto';
import { NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { WhatStands } from '@gatehouse/shared/wire/what-stands.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveDeviceApi } from '../../access/snapshots/testing/device-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain } from '../../testing/fact-chain.ts';
import { COMMAND_KEY } from '../../testing/test-environment.ts';

const nonce = '0123456789abcdef0123456789abcdef';

describe.each(ENGINES)('S2 a box that lost what stood over its doors, on $name', ({ open }) => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeEach(async () => {
    api = await serveDeviceApi(await open());
    return () => api.close();
  });
  const ask = async (epoch: string, lastSeq: number, headers?: Record<string, string>) => {
    const { json } = await api.post('what-stands', { v: 1, nonce, journal: { epoch, lastSeq } }, headers);
    const { status, jws } = json as { status: string; jws?: string };
    if (jws === undefined) return status;
    const verified = verifyJws(jws, () => importPublicKey(COMMAND_KEY.publicKey));
    return verified.ok ? WhatStands.parse(verified.payload) : 'not signed';
  };

  it('is told by the cloud’s key what was last heard of them, once all is stored that it wrote down, and people are warned', async () => {
    const { world } = api;
    const { boxId, doorId, facilityId } = world;
    const epoch = randomUUID();
    const shut = { ...NO_LOCKDOWN, active: true, by: 'Sam', reason: 'intruder', generation: 4 };
    const closed = { ...NO_MAINTENANCE, mode: 'force-closed' as const, by: 'Kim', reason: 'glass', generation: 2 };
    const bodies: FactBody[] = [
      { kind: 'lockdown.changed', data: { doorId, lockdown: { ...shut, active: false, generation: 3 } } },
      { kind: 'maintenance.changed', data: { doorId, maintenance: closed } },
      { kind: 'lockdown.changed', data: { doorId, lockdown: shut } },
      { kind: 'store.rebuilt', data: { store: 'box', why: 'it was emptied; both copies were lost' } },
    ];
    const write = aFactChain(boxId, epoch);
    const facts = bodies.map((body) => write(body));
    await world.journal.storeFacts(boxId, epoch, facts.slice(0, 1));
    expect(await ask(epoch, 4)).toBe('waiting');
    await world.journal.storeFacts(boxId, epoch, facts.slice(1));
    expect(await ask(epoch, 4)).toEqual({
      v: 1,
      boxId,
      nonce,
      doors: [{ doorId, lockdown: shut, maintenance: closed }],
    });
    expect(await world.warnings.list(facilityId)).toMatchObject([
      { kind: 'box_store_lost', subject: boxId, message: expect.stringContaining('both copies were lost') },
    ]);

    await world.journal.storeFacts(boxId, epoch, [
      write({ kind: 'maintenance.ended', data: { doorId, generation: 2, why: 'expired' } }),
    ]);
    expect(await ask(epoch, 5)).toMatchObject({ doors: [{ lockdown: shut, maintenance: { mode: 'off' } }] });
    const other = await api.aBox();
    expect(await ask(epoch, 0, api.headersOf(other))).toMatchObject({ boxId: other, doors: [] });
  });

  it('is told nothing by a database that was restored, though it has its doors from there, until somebody confirms', async () => {
    const { world } = api;
    const { boxId, facilityId } = world;
    const epoch = randomUUID();
    const write = aFactChain(boxId, epoch);
    await world.journal.storeFacts(boxId, epoch, [
      write({ kind: 'store.rebuilt', data: { store: 'box', why: 'it was emptied; both copies were lost' } }),
    ]);
    const restored = () => world.db.write((tx) => world.boxes.holdAll(tx));
    const agrees = async () => {
      const { revision = 0, doorsHash } = (await world.doors.desiredState(boxId, { epochs: true })) ?? {};
      const hardware = { buses: [], readers: [] };
      const report = { v: 1 as const, agentVersion: '1.0.0', revision, hardware, refused: [] };
      const says = { ...report, ...(doorsHash !== undefined && { doorsHash }) };
      await world.db.write((tx) => world.boxes.takeReport(tx, boxId, says));
    };
    const open_ = () => world.db.read((tx) => world.restores.list(tx, facilityId, 'open'));
    for (const _restore of [1, 2]) {
      await restored();
      await agrees();
      expect(await open_()).toEqual([]);
      expect([await ask(epoch, 1), await ask(epoch, 1)]).toEqual(['waiting', 'waiting']);
      const [found, ...others] = await open_();
      expect([found, others]).toMatchObject([{ kind: 'box_doubt', subject: boxId }, []]);
      await world.db.write((tx) => world.restores.confirm(tx, facilityId, found?.id ?? '', 'user:usr_1'));
      expect(await ask(epoch, 1)).toMatchObject({ boxId });
    }
  });
});
