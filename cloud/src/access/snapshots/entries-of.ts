import { createSecretKey } from 'node:crypto';
import type { EntryKind, PersonEntry } from '@gatehouse/shared/snapshot/entries.ts';
import type { FacilityEntry } from '@gatehouse/shared/snapshot/facility-entry.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessService, Ground, KnownPerson } from '../access/access.module.ts';
import type { ChangeKey } from '../scopes/scopes.module.ts';
import type { BoxPorts } from './box-ports.ts';
import { snapshotsRepo } from './snapshots.repo.ts';

/** An entry as it is to be; no data where there is to be none. */
export interface WantedEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly data: object | undefined;
}

export interface EntriesDeps {
  readonly access: Pick<AccessService, 'groundOf' | 'peopleOf'>;
  readonly zones: Pick<ZoneTables, 'release' | 'hash'>;
  readonly ports: BoxPorts;
}

const KEYS_MAX = 200;

/**
 * What boxes are to know of these keys, as it is stored now. Gives numbers to people who have none, so it runs under the
 * head's row lock.
 */
export const entriesOf = async (
  tx: Tx,
  { access, zones, ports }: EntriesDeps,
  ground: Ground,
  changed: readonly ChangeKey[],
): Promise<WantedEntry[]> => {
  const { facilityId } = ground;
  const { credentialKey } = await ports.keysOf(tx, facilityId);
  const wanted: WantedEntry[] = [];
  if (changed.includes('facility'))
    wanted.push({ kind: 'facility', id: facilityId, data: facilityEntry(ground, { zones, ports, credentialKey }) });
  for (const key of changed) wanted.push(...(await plainEntries(tx, ports, facilityId, key)));
  const hashKey = createSecretKey(credentialKey);
  const people = await access.peopleOf(tx, ground, changed);
  if (people.size === 0) return wanted;
  const numbers = await numbersFor(tx, ground, people);
  const personIds = [...people].flatMap(([key, person]) => (person && personIdOf(key)) ?? []);
  const credentials = personIds.length === 0 ? new Map() : await ports.credentialsOf(tx, facilityId, personIds);
  const seal = await ports.sealerFor(tx, facilityId);
  const sources = new Map(ground.sources.map(({ partnerId, number }) => [partnerId, number]));
  for (const [key, person] of people) {
    const number = numbers.get(key);
    if (number === undefined) continue; // Nobody, and never was.
    const own = credentials.get(personIdOf(key) ?? '');
    const memberKeys = (person?.members ?? []).flatMap(({ partnerId, memberId }) => {
      const source = sources.get(partnerId);
      if (source === undefined) return [];
      return [{ kind: 'member' as const, hash: presentedHash(hashKey, 'member', memberText(source, memberId)) }];
    });
    const data: PersonEntry | undefined = person && {
      record: Buffer.from(person.record).toString('base64'),
      keys: [...(own?.keys ?? []), ...memberKeys].slice(0, KEYS_MAX),
      ...(own?.pin && { pin: own.pin }),
      ...(person.extended && { extended: true as const }),
      ...(person.name !== undefined && { name: seal(key, person.name) }),
    };
    wanted.push({ kind: 'person', id: String(number), data });
  }
  return wanted;
};

/** Of keys that are no people: what is stored of them, or that there is nothing any more. */
const plainEntries = async (
  tx: Tx,
  ports: BoxPorts,
  facilityId: Ground['facilityId'],
  key: ChangeKey,
): Promise<WantedEntry[]> => {
  const [kind, id = ''] = /^(staff|pass|gone):(.*)$/s.exec(key)?.slice(1) ?? [];
  if (kind === 'gone') return [{ kind: 'person', id, data: undefined }];
  if (kind === 'staff') return [{ kind, id, data: await ports.staffOf(tx, facilityId, id) }];
  if (kind === 'pass') return [{ kind: 'revoked_pass', id, data: await ports.revokedPassOf(tx, facilityId, id) }];
  return [];
};

const personIdOf = (key: ChangeKey): string | undefined =>
  key.startsWith('person:') ? key.slice('person:'.length) : undefined;

const facilityEntry = (
  { facts, longestOutageS, sources }: Ground,
  { zones, ports, credentialKey }: Pick<EntriesDeps, 'zones' | 'ports'> & { credentialKey: Uint8Array },
) => {
  const { release, hash } = zones;
  return {
    facts,
    longestOutageS,
    zones: { release, hash },
    sources,
    credentialKey: Buffer.from(credentialKey).toString('base64'),
    passKeys: ports.passKeys(),
  } satisfies { readonly [K in keyof FacilityEntry]: unknown };
};

/** The numbers that these people have, and new ones for those who are somebody now and were not before. */
const numbersFor = async (
  tx: Tx,
  { facilityId }: Ground,
  people: ReadonlyMap<ChangeKey, KnownPerson | undefined>,
): Promise<ReadonlyMap<string, number>> => {
  const repo = snapshotsRepo(tx);
  const numbers = await repo.numbersOf(facilityId, [...people.keys()]);
  const fresh = [...people].flatMap(([key, person]) => (person === undefined || numbers.has(key) ? [] : [key]));
  if (fresh.length === 0) return numbers;
  const first = ((await repo.lastNumber(facilityId)) ?? 0) + 1;
  const rows = fresh.map((key, i) => ({ facility_id: facilityId, number: first + i, subject: key }));
  await repo.putNumbers(rows);
  for (const { subject, number } of rows) numbers.set(subject, number);
  return numbers;
};
