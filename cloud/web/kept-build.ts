import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { buildWeb, hashOfSources, typeOf, type WebBuild, type WebFile } from './build.ts';

const FORMS = ['plain', 'gzip', 'br'] as const;
const PAGE = 'page.html';
const PARTNER_PAGE = 'partner.html';
const INDEX = 'build.json';

const Index = z.object({
  hash: z.string(),
  /** By file: a hash of each form, so that what was half written is noticed. */
  files: z.record(z.string(), z.object({ plain: z.string(), gzip: z.string(), br: z.string() })),
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const fileName = (name: string, form: (typeof FORMS)[number]): string => (form === 'plain' ? name : `${name}.${form}`);

interface Sources {
  /** Where an image brings what was built. */
  readonly brought: string;
  /** Where builds are kept from one start to the next. */
  readonly kept: string;
  readonly hash?: () => Promise<string>;
  readonly build?: (hash: string) => Promise<WebBuild>;
}

/** What was built of the present sources: as the image brought it, as it was kept, or made now and kept. */
export const openBuild = async (sources: Sources): Promise<WebBuild> => {
  const { brought, kept, hash: hashNow = hashOfSources, build = buildWeb } = sources;
  const hash = await hashNow();
  const place = join(kept, hash);
  const found = (await readBuild(brought, hash)) ?? (await readBuild(place, hash));
  if (found !== undefined) return found;
  const built = await build(hash);
  // A disk that is full or read-only costs the next start a second, and nobody the page.
  await keepBuild(built, place)
    .then(() => removeOthers(kept, hash))
    .catch(() => undefined);
  return built;
};

/** What lies in a folder; undefined unless it is whole, unharmed, and made of these sources. */
export const readBuild = async (folder: string, hash: string): Promise<WebBuild | undefined> => {
  try {
    const index = Index.parse(JSON.parse(await readFile(join(folder, INDEX), 'utf8')));
    if (index.hash !== hash) return undefined;
    const files = Object.entries(index.files).map(async ([name, hashes]) => {
      const forms = FORMS.map(async (form) => {
        const bytes = await readFile(join(folder, fileName(name, form)));
        if (sha256(bytes) !== hashes[form]) throw new Error(`${name} is damaged`);
        return [form, bytes] as const;
      });
      return [name, { type: typeOf(name), ...Object.fromEntries(await Promise.all(forms)) } as WebFile] as const;
    });
    const assets = new Map(await Promise.all(files));
    const [page, partnerPage] = [assets.get(PAGE), assets.get(PARTNER_PAGE)];
    assets.delete(PAGE);
    assets.delete(PARTNER_PAGE);
    return page === undefined || partnerPage === undefined ? undefined : { hash, page, partnerPage, assets };
  } catch {
    return undefined; // Not there, or not whole: it is made anew.
  }
};

/** Writes a build beside its place and moves it there, so that nobody ever finds half of one. */
export const keepBuild = async ({ hash, page, partnerPage, assets }: WebBuild, place: string): Promise<void> => {
  const beside = `${place}.${randomUUID()}.new`;
  await mkdir(beside, { recursive: true });
  const files = [[PAGE, page] as const, [PARTNER_PAGE, partnerPage] as const, ...assets];
  const hashes: Record<string, Record<string, string>> = {};
  for (const [name, file] of files) {
    hashes[name] = Object.fromEntries(FORMS.map((form) => [form, sha256(file[form])]));
    await Promise.all(FORMS.map((form) => writeFile(join(beside, fileName(name, form)), file[form])));
  }
  await writeFile(join(beside, INDEX), `${JSON.stringify({ hash, files: hashes }, null, 2)}\n`);
  await rm(place, { recursive: true, force: true });
  await rename(beside, place);
};

/** Builds of other sources, and what was never moved to its place. */
const removeOthers = async (kept: string, hash: string): Promise<void> => {
  const others = (await readdir(kept)).filter((name) => name !== hash);
  await Promise.all(others.map((name) => rm(join(kept, name), { recursive: true, force: true })));
};
