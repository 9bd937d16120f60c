import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Html } from './html.ts';
import { markdownToHtml } from './markdown.ts';

export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly body: Html;
}

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Pages beside the guide's own that belong to it as well, by where they stand below `docs/`. */
const MORE = ['access-evaluation.md'];

/** The guide for partners, in the order to be read: the pages of `docs/partner/`, which begin with their title. */
export const readGuide = (path: string): GuidePage[] => {
  const own = readdirSync(`${DOCS}partner`).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const files = [
    ...inOrder(readFileSync(`${DOCS}partner/README.md`, 'utf8'), own).map((file) => `partner/${file}`),
    ...MORE,
  ];
  const names = new Set(files.map(nameOf));
  return files.map((file) => {
    const text = readFileSync(`${DOCS}${file}`, 'utf8');
    return {
      name: nameOf(file),
      title: /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? nameOf(file),
      body: markdownToHtml(text, (target) => addressOf(path, names, target)),
    };
  });
};

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.md$/, '');

/** As the README of the folder lists them; what it does not list comes last. */
const inOrder = (readme: string, files: readonly string[]): string[] => {
  const listed = [...readme.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, file = '']) => file);
  return [...new Set([...listed, ...files])].filter((file) => files.includes(file));
};

/** Other pages of the guide and the error pages. What is not served here is text and no link: other hosts included. */
const addressOf = (path: string, names: ReadonlySet<string>, target: string): string | undefined => {
  if (target.startsWith('#')) return target;
  const [, inErrors, name = '', anchor = ''] = /^(?:\.\.\/)?(errors\/)?([\w-]+)\.md(#.+)?$/.exec(target) ?? [];
  if (inErrors === undefined) return names.has(name) ? `${path}/guide/${name}${anchor}` : undefined;
  if (name === 'README') return `${path}/#errors`;
  // Lists of words have their own names on the reference page, codes a prefix.
  return name.includes('-') ? `${path}/#${name}` : `${path}/#error-${name}`;
};
