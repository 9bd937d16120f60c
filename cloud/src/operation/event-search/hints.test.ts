import { newEventId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { servePlatformApi } from '../../testing/platform-api.ts';

const HASHES = ['abcdefghijklmnopqrstuv', 'aBcDefghijklmnopqrstuv', 'ABCDefghijklmnopqrstuv', 'ab_defghijklmnopqrstuv'];
const hintOf = (hash: string) => hash.slice(0, 4);

it.each(ENGINES)(
  'an unknown credential is found by its own hash alone, also in a database that orders text as people do, on $name',
  async ({ name, open }) => {
    const clock = new ManualClock();
    const api = await servePlatformApi(await open(), clock);
    const { boxId, doorId, facilityId, journal, db } = api.world;
    if (name === 'postgres')
      await db.write((tx) => sql`alter table door_event alter column hint type text collate "en-x-icu"`.execute(tx));
    const write = aFactChain(boxId);
    const facts = HASHES.map((hash) => {
      const asked = { doorId, entryId: newEventId(), person: null, by: 'card', revision: 3 } as const;
      const data = { ...asked, reason: 'unknown_credential', hash };
      return write({ kind: 'access.denied', data }, { wallMs: clock.wallMs() });
    });
    await journal.storeFacts(boxId, EPOCH, facts);
    const found = async (hint: string) => {
      const path = `/api/access-control/${facilityId}/events?credentialHint=${hint}`;
      const { json } = await api.send({ method: 'GET', path, headers: api.callers.staff.headers });
      return (json.data as { details: { hash: string } }[]).map(({ details }) => details.hash);
    };
    for (const hash of HASHES) {
      expect(await found(hintOf(hash))).toEqual([hash]);
      expect(await found(hash)).toEqual([hash]);
    }
    expect(await found('abcX')).toEqual([]);
    await api.world.snapshots.close();
    await api.close();
  },
);
