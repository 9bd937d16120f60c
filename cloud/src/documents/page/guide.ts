import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Html } from '../../kit/http/html.ts';
import { markdownToHtml } from './markdown.ts';

export interface GuidePage {
  readonly name: string;
  readonly title: string;
  /** Below `docs/`. */
  readonly file: string;
}

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Pages beside the guide's own that belong to it as well, by where they stand below `docs/`. */
const MORE = ['access-evaluation.md'];

/** The guide for partners, in the order to be read: the pages of `docs/partner/`, which begin with their title. */
export const guidePages = (): GuidePage[] => {
  const own = readdirSync(`${DOCS}partner`).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const files = [
    ...inOrder(readFileSync(`${DOCS}partner/README.md`, 'utf8'), own).map((file) => `partner/${file}`),
    ...MORE,
  ];
  return files.map((file) => ({ name: nameOf(file), title: titleOf(file), file }));
};

/** What a page of `docs/` says in its first line. */
export const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(`${DOCS}${file}`, 'utf8'))?.[1]?.replaceAll('`', '') ?? nameOf(file);

/** What there is a page of here: a link to anything else is its text. */
export interface Linkable {
  readonly base: string;
  readonly guide: ReadonlySet<string>;
  /** Codes and lists of words. */
  readonly errors: ReadonlySet<string>;
}

/** A page of `docs/` as HTML. */
export const documentBody = (file: string, linkable: Linkable): Html => {
  const inErrors = file.startsWith('errors/');
  return markdownToHtml(readFileSync(`${DOCS}${file}`, 'utf8'), (target) => addressOf(linkable, inErrors, target));
};

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.md$/, '');

/** As the README of the folder lists them; what it does not list comes last. */
const inOrder = (readme: string, files: readonly string[]): string[] => {
  const listed = [...readme.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, file = '']) => file);
  return [...new Set([...listed, ...files])].filter((file) => files.includes(file));
};

const LINK = /^(?:\.\.\/)?(?:(errors|partner)\/)?([\w-]+)\.md(#.+)?$/;

/** Other pages of the guide and of errors. What is not served here is text and no link: other hosts included. */
const addressOf = ({ base, guide, errors }: Linkable, inErrors: boolean, target: string): string | undefined => {
  if (target.startsWith('#')) return target;
  const [all, folder = inErrors ? 'errors' : 'partner', name = '', anchor = ''] = LINK.exec(target) ?? [];
  if (all === undefined) return undefined;
  if (folder === 'partner') return guide.has(name) ? `${base}/guide/${name}${anchor}` : undefined;
  if (name === 'README') return `${base}/#errors`;
  return errors.has(name) ? `${base}/errors/${name}${anchor}` : undefined;
};
