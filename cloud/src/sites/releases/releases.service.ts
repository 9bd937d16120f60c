import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ReleaseNote, verifyRelease } from '@gatehouse/shared/release/release-note.ts';
import { compareVersions } from '@gatehouse/shared/release/release-version.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ReleaseList, ReleasePart } from '@gatehouse/shared/wire/releases.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import { boxesFault } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import { putArchive, readArchive } from './archive-parts.ts';
import { releasesFault } from './releases.faults.ts';
import { releasesRepo } from './releases.repo.ts';

export type OfferTarget =
  | { readonly scope: 'channel'; readonly target: string }
  | { readonly scope: 'facility'; readonly target: FacilityId }
  | { readonly scope: 'box'; readonly target: BoxId };

export interface ReleasesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly objects: ObjectStore;
  readonly boxes: Pick<BoxesService, 'findActive' | 'list'>;
  /** The public part of the release key; without one no release is taken in. */
  readonly publicKey: string | undefined;
}
export type ReleasesService = ReturnType<typeof createReleasesService>;

const LISTED_MAX = 8;

/** Where a box stands in the order in which a release reaches the boxes: 0 to 99, the same at every replica. */
const placeOf = (version: string, boxId: string): number =>
  createHash('sha256').update(`${version} ${boxId}`).digest().readUInt32BE(0) % 100;

type Offer = Awaited<ReturnType<ReturnType<typeof releasesRepo>['offersFor']>>[number];
interface OfferedBox {
  readonly id: BoxId;
  readonly facility_id: FacilityId;
}

/** What of these offers, all of its channel, is offered to a box: the newest version first. */
const listedFor = ({ id, facility_id }: OfferedBox, offers: readonly Offer[]): ReleaseList => {
  const mine = new Map<string, ReleaseList['releases'][number]>();
  for (const { version, note, percent, serial, scope, target } of offers) {
    const isOthers = (scope === 'box' && target !== id) || (scope === 'facility' && target !== facility_id);
    if (isOthers || placeOf(version, id) >= percent) continue;
    const offer = Math.max(Number(serial), mine.get(version)?.offer ?? 0);
    mine.set(version, { offer, note: ReleaseNote.parse(parseJson(note)) });
  }
  const newestFirst = [...mine].sort(([a], [b]) => compareVersions(b, a));
  return { releases: newestFirst.slice(0, LISTED_MAX).map(([, release]) => release) };
};

const notARelease = (why: string) => releasesFault('release_refused', `This release cannot be taken in: ${why}.`);

/** Releases of the edge agent: taken in by the operator, offered in stages, handed out to boxes. */
export const createReleasesService = (deps: ReleasesDeps) => {
  const { db, clock, objects, boxes, publicKey } = deps;

  const readSigned = async (notePath: string): Promise<{ note: ReleaseNote; bytes: Buffer }> => {
    if (publicKey === undefined) throw releasesFault('release_key_missing', 'RELEASE_PUBLIC_KEY is not set.');
    const read = (path: string) =>
      readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw notARelease(`${path} cannot be read (${error.code})`);
      });
    const text = (await read(notePath)).toString('utf8');
    const verified = verifyRelease(parseJson(text), publicKey);
    if (!verified.ok)
      throw notARelease(
        verified.why === 'malformed' ? 'the note is malformed' : 'it is not signed with the release key',
      );
    const { manifest } = verified.note;
    const bytes = await read(join(dirname(notePath), `${manifest.product}-${manifest.version}.tar.gz`));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (bytes.length !== manifest.archive.size || sha256 !== manifest.archive.sha256)
      throw notARelease('the archive beside the note is not the one that was signed');
    return { note: verified.note, bytes };
  };

  const existing = async (tx: Tx, version: string) => {
    const release = await releasesRepo(tx).find(version);
    if (release === undefined || release.withdrawn_at !== null)
      throw releasesFault('release_unknown', `There is no release ${version}.`);
    return release;
  };

  return {
    /** Takes in the release whose signed note lies at `path` on this machine, its archive beside. Offers it to nobody. */
    add: async (path: string): Promise<{ version: string; size: number; floor: string }> => {
      const { note, bytes } = await readSigned(path);
      const { version, archive, floor } = note.manifest;
      await putArchive(objects, { version, sha256: archive.sha256 }, bytes);
      const row = {
        version,
        note: JSON.stringify(note),
        sha256: archive.sha256,
        size: archive.size,
        added_at: clock.wallMs(),
        withdrawn_at: null,
      };
      const added = await db.write((tx) => releasesRepo(tx).insert(row));
      if (added === undefined)
        throw notARelease(`there is a release ${version} already; a version is never given twice`);
      return { version, size: archive.size, floor };
    },

    /** Offers a release to a share of those that `target` names. The same again offers it anew. */
    offer: (version: string, { scope, target }: OfferTarget, percent: number): Promise<{ serial: number }> =>
      db.write(async (tx) => {
        await existing(tx, version);
        const repo = releasesRepo(tx);
        // Boxes remember which offers they have given up: also those that a restored database has forgotten.
        const serial = await repo.nextSerial(version, Math.floor(clock.wallMs() / 1_000));
        await repo.putOffer({ version, scope, target, percent, serial, offered_at: clock.wallMs() });
        return { serial };
      }),

    /** Hands a release out no longer. */
    withdraw: (version: string): Promise<void> =>
      db.write(async (tx) => {
        await existing(tx, version);
        await releasesRepo(tx).withdraw(version, clock.wallMs());
        await releasesRepo(tx).removeOffers(version);
        revoked(tx, { kind: 'release', subject: version });
      }),

    /** After a restore. Resolves with whether it was handed out. */
    withdrawAgain: async (tx: Tx, version: string): Promise<boolean> => {
      await releasesRepo(tx).removeOffers(version);
      return (await releasesRepo(tx).withdraw(version, clock.wallMs())) !== undefined;
    },

    /** Every release with its offers, and the version that each box says it runs. */
    overview: async () => {
      const running = await boxes.list();
      return db.read(async (tx) => {
        const repo = releasesRepo(tx);
        const [rows, offers] = [await repo.list(), await repo.offers()];
        return {
          releases: rows.map(({ version, size, added_at, withdrawn_at, note }) => ({
            version,
            floor: ReleaseNote.parse(parseJson(note)).manifest.floor,
            size: Number(size),
            addedAt: Number(added_at),
            withdrawnAt: withdrawn_at === null ? null : Number(withdrawn_at),
            offers: offers
              .filter((offer) => offer.version === version)
              .map(({ scope, target, percent, serial }) => ({ scope, target, percent, serial: Number(serial) })),
            running: running.flatMap(({ id, status, agentVersion }) =>
              status === 'active' && agentVersion === version ? [id] : [],
            ),
          })),
          boxes: running.map(({ id, facility_id, status, agentVersion }) => ({
            id,
            facility_id,
            status,
            agentVersion,
          })),
        };
      });
    },

    /** What is offered to a box of this channel, the newest version first. */
    list: (boxId: BoxId, channel: string): Promise<ReleaseList> =>
      db.read(async (tx) => {
        const box = await boxes.findActive(tx, boxId);
        if (box === undefined) throw boxesFault('box_not_active', 'This box is not active.');
        return listedFor(box, await releasesRepo(tx).offersFor(channel, [box]));
      }),

    /** The same to each of many boxes that are active. */
    listForEach: async (
      tx: Tx,
      boxesOfChannel: readonly OfferedBox[],
      channel: string,
    ): Promise<ReadonlyMap<BoxId, ReleaseList>> => {
      const offers = boxesOfChannel.length === 0 ? [] : await releasesRepo(tx).offersFor(channel, boxesOfChannel);
      return new Map(boxesOfChannel.map((box) => [box.id, listedFor(box, offers)]));
    },

    /** A part of a release's archive, from byte `from` on. */
    part: async (version: string, from: number): Promise<ReleasePart> => {
      const release = await db.read((tx) => existing(tx, version));
      const bytes = await readArchive(objects, release, from);
      if (bytes === undefined || bytes.length === 0)
        throw releasesFault('release_unknown', `The release ${version} has nothing from byte ${from} on.`);
      return { from, size: Number(release.size), bytes: Buffer.from(bytes).toString('base64') };
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
