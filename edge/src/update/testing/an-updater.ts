import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { RELEASE_PART_BYTES, type ReleaseList } from '@gatehouse/shared/wire/releases.ts';
import { A_DOOR } from '../../fakes/a-door.ts';
import { fakeDoors } from '../../fakes/fake-doors.ts';
import { silentLog } from '../../fakes/silent-log.ts';
import type { CloudHttps } from '../../identity/cloud-https.ts';
import { openBoxStore } from '../../store/box-store.ts';
import { createUpdater } from '../create-updater.ts';
import { openReleaseHome } from '../release-home.ts';
import type { aRelease } from './a-release.ts';

type Release = Awaited<ReturnType<typeof aRelease>>;

/** A cloud's releases, behind the one function that the updater asks. */
export const releaseShelf = () => {
  const shelf = {
    list: { releases: [] } as ReleaseList,
    archives: new Map<string, Buffer>(),
    asked: [] as string[],
    /** Called before each answer; what it throws is the answer. */
    before: (_path: string): void => {},
    offer: (release: Release, offer = 1): void => {
      shelf.list = { releases: [...shelf.list.releases, { offer, note: release.note }] };
      shelf.archives.set(release.note.manifest.version, readFileSync(release.archive));
    },
  };
  const send: CloudHttps['send'] = async ({ path }) => {
    shelf.asked.push(path);
    shelf.before(path);
    const [, version, from] = /releases\/([\d.]+)\/file\?from=(\d+)$/.exec(path) ?? [];
    if (version === undefined) return { status: 200, headers: {}, body: shelf.list };
    const archive = shelf.archives.get(version) ?? Buffer.alloc(0);
    const at = Number(from);
    const bytes = archive.subarray(at, at + RELEASE_PART_BYTES).toString('base64');
    return { status: 200, headers: {}, body: { from: at, size: archive.length, bytes } };
  };
  return { shelf, send };
};

/** An updater whose clock, doors, cloud and restarts are the test's, and whose home and store are real. */
export const anUpdater = (options: {
  readonly publicKey: string;
  readonly running?: string;
  readonly folder?: string;
  readonly cloud: ReturnType<typeof releaseShelf>;
}) => {
  const { running = '1.0.0', cloud } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'updater-'));
  if (options.folder === undefined) {
    mkdirSync(join(folder, 'releases', running), { recursive: true });
    for (const name of ['agent.mjs', 'release.json']) writeFileSync(join(folder, 'releases', running, name), '{}');
    symlinkSync(join('releases', running), join(folder, 'current'));
  }
  const clock = new ManualClock();
  const doors = fakeDoors();
  const box = openBoxStore(join(folder, 'box.db'), { nowMs: clock.wallMs(), log: silentLog });
  const seen = {
    facts: [] as FactBody[],
    restarts: [] as number[],
    linked: true,
    writable: true,
    window: undefined as string | undefined,
  };
  const home = openReleaseHome(folder);
  const updater = createUpdater({
    settings: { publicKey: options.publicKey, channel: 'stable' },
    home,
    version: running,
    cloud: { send: cloud.send },
    tokens: { current: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: 'mqtts://x:1' }) },
    box,
    journal: {
      record: async (...facts) => {
        seen.facts.push(...facts);
        return [];
      },
      standing: () => ({ epoch: 'e', lastSeq: 0, acknowledged: 0, writable: seen.writable }) as never,
    },
    doors: doors.doors,
    linkConnected: () => seen.linked,
    outsideWindow: () => seen.window,
    restart: (code) => void seen.restarts.push(code),
    clock,
    random: (n) => new Uint8Array(n),
    log: silentLog,
  });
  void doors.doors.apply([A_DOOR]);
  return { folder, clock, doors: doors.fake, box, seen, home, updater };
};
