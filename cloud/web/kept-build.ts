import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { hashOfSources, typeOf, type WebBuild, type WebFile } from './bundling.ts';

const FORMS = ['plain', 'gzip', 'br'] as const;
const INDEX = 'build.json';

const Index = z.object({
  hash: z.string(),
  /** By file: a hash of each form, so that what was half written is noticed. */
  files: z.record(z.string(), z.object({ plain: z.string(), gzip: z.string(), br: z.string() })),
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const fileName = (name: string, form: (typeof FORMS)[number]): string => (form === 'plain' ? name : `${name}.${form}`);

const isPage = (name: string): boolean => name.endsWith('.html');

interface Sources {
  /** Where an image brings what was built. */
  readonly brought: string;
  /** Where builds are kept from one start to the next. */
  readonly kept: string;
  readonly nowMs: number;
  readonly hash?: () => Promise<string>;
  readonly build: (hash: string) => Promise<WebBuild>;
  readonly write?: typeof writeFile;
}

/** How long the parts of a build that was replaced are there for pages that were open then. */
const PARTS_FOR_MS = Days(1);
/** In the folder of a build that was replaced: since when, in ms of the wall clock. */
const REPLACED = 'replaced';

/** What was built of the present sources: as the image brought it, as it was kept, or made now; and it is kept. */
export const openBuild = async (sources: Sources): Promise<WebBuild> => {
  const { brought, kept, nowMs, hash: hashNow = hashOfSources, build, write = writeFile } = sources;
  const hash = await hashNow();
  const place = join(kept, hash);
  const there = await readBuild(place, hash);
  const opened = (await readBuild(brought, hash)) ?? there ?? (await build(hash));
  // A disk that is full or read-only costs the next start a second, and nobody the page.
  if (there === undefined) await keepBuild(opened, place, write).catch(() => undefined);
  await retireOthers(kept, hash, nowMs).catch(() => undefined);
  return opened;
};

/** What lies in a folder; undefined unless it is whole, unharmed, and made of these sources. */
export const readBuild = async (folder: string, hash: string): Promise<WebBuild | undefined> => {
  try {
    const files = Object.entries(await readIndex(folder, hash)).map(
      async ([name, hashes]) => [name, await readForms(folder, name, hashes)] as const,
    );
    const all = await Promise.all(files);
    const [pages, assets] = [true, false].map((are) => new Map(all.filter(([name]) => isPage(name) === are)));
    return { hash, pages: pages ?? new Map(), assets: assets ?? new Map() };
  } catch {
    return undefined; // Not there, or not whole: it is made anew.
  }
};

type Hashes = z.infer<typeof Index>['files'][string];

const readIndex = async (folder: string, hash: string): Promise<Readonly<Record<string, Hashes>>> => {
  const index = Index.parse(JSON.parse(await readFile(join(folder, INDEX), 'utf8')));
  if (index.hash !== hash) throw new Error('it is made of other sources');
  return index.files;
};

const readForms = async (folder: string, name: string, hashes: Hashes): Promise<WebFile> => {
  const forms = FORMS.map(async (form) => {
    const bytes = await readFile(join(folder, fileName(name, form)));
    if (sha256(bytes) !== hashes[form]) throw new Error(`${name} is damaged`);
    return [form, bytes] as const;
  });
  return { type: typeOf(name), ...Object.fromEntries(await Promise.all(forms)) } as WebFile;
};

/** Writes a build beside its place and moves it there, so that nobody ever finds half of one. Leaves nothing where that fails. */
export const keepBuild = async (build: WebBuild, place: string, write = writeFile): Promise<void> => {
  const beside = `${place}.${randomUUID()}.new`;
  try {
    await mkdir(beside, { recursive: true });
    await writeBuild(build, beside, write);
    await rm(place, { recursive: true, force: true });
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    throw error;
  }
};

const writeBuild = async (
  { hash, pages, assets }: WebBuild,
  folder: string,
  write: typeof writeFile,
): Promise<void> => {
  const files = [...pages, ...assets];
  const hashes: Record<string, Record<string, string>> = {};
  for (const [name, file] of files) {
    hashes[name] = Object.fromEntries(FORMS.map((form) => [form, sha256(file[form])]));
    await Promise.all(FORMS.map((form) => write(join(folder, fileName(name, form)), file[form])));
  }
  await write(join(folder, INDEX), `${JSON.stringify({ hash, files: hashes }, null, 2)}\n`);
};

/** Removes builds that were replaced a day ago, and what was never moved to its place. Notes when the others were replaced. */
const retireOthers = async (kept: string, hash: string, nowMs: number): Promise<void> => {
  const retire = async (name: string): Promise<void> => {
    const folder = join(kept, name);
    const sinceMs = await replacedAt(folder);
    if (name.endsWith('.new') || (sinceMs !== undefined && nowMs - sinceMs >= PARTS_FOR_MS))
      await rm(folder, { recursive: true, force: true });
    else if (sinceMs === undefined) await writeFile(join(folder, REPLACED), String(nowMs));
  };
  // Sources that come back are replaced no more.
  await rm(join(kept, hash, REPLACED), { force: true });
  await Promise.all((await readdir(kept)).filter((name) => name !== hash).map(retire));
};

const replacedAt = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(join(folder, REPLACED), 'utf8').catch(() => undefined);
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
};

interface Earlier {
  readonly kept: string;
  /** The hash of the build that is served. */
  readonly present: string;
  readonly nowMs: number;
}

/** A file of a build that was replaced within a day: a page that was open then still loads its parts. */
export const earlierAsset = async ({ kept, present, nowMs }: Earlier, name: string): Promise<WebFile | undefined> => {
  const folders = await readdir(kept).catch(() => []);
  const found = folders.map(async (hash) => {
    const folder = join(kept, hash);
    // On a full disk nobody could note since when: one that is there and not served was replaced just now.
    const sinceMs = (await replacedAt(folder)) ?? nowMs;
    if (isPage(name) || hash === present || nowMs - sinceMs >= PARTS_FOR_MS) return undefined;
    const files = await readIndex(folder, hash);
    const hashes = Object.hasOwn(files, name) ? files[name] : undefined;
    return hashes && (await readForms(folder, name, hashes));
  });
  const settled = await Promise.allSettled(found);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)).find((file) => file !== undefined);
};
