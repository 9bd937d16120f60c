import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Html } from './html.ts';
import { markdownToHtml } from './markdown.ts';

export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly body: Html;
}

const FOLDER = fileURLToPath(new URL('../../../docs/partner/', import.meta.url));
const FIRST = ['quick-start'];

/** The guide for partners, in the order to be read: the pages of `docs/partner/`, which begin with their title. */
export const readGuide = (path: string, folder = FOLDER): GuidePage[] => {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3));
  const ordered = orderOf(readFileSync(`${folder}README.md`, 'utf8'), names);
  return ordered.map((name) => {
    const text = readFileSync(`${folder}${name}.md`, 'utf8');
    return {
      name,
      title: /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name,
      body: markdownToHtml(text, (target) => addressOf(path, target)),
    };
  });
};

/** As the README of the folder lists them; what it does not list comes last. */
const orderOf = (readme: string, names: readonly string[]): string[] => {
  const listed = [...readme.matchAll(/\]\(([a-z-]+)\.md\)/g)].map(([, name = '']) => name);
  return [...new Set([...FIRST, ...listed, ...names])].filter((name) => names.includes(name));
};

/** Other pages of the guide, the error codes, and addresses elsewhere; the rest of the repository is not served. */
const addressOf = (path: string, target: string): string | undefined => {
  if (/^https:\/\//.test(target) || target.startsWith('#')) return target;
  const [, page, anchor = ''] = /^([a-z-]+)\.md(#.+)?$/.exec(target) ?? [];
  if (page === 'README') return `${path}/`;
  if (page !== undefined) return `${path}/guide/${page}${anchor}`;
  const [, code] = /^\.\.\/errors\/(\w+)\.md$/.exec(target) ?? [];
  if (code === 'README' || target === '../errors/README.md') return `${path}/#errors`;
  return code === undefined ? undefined : `${path}/#error-${code}`;
};
