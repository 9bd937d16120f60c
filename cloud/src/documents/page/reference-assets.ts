import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readWebFile } from '@gatehouse/shared/web/web-files.ts';

/** What every page loads. Its name says what is in it, so a browser keeps it for ever. */
export interface ReferenceAsset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const own = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

const named = (stem: string, ending: string, type: string, text: string): ReferenceAsset => ({
  name: `${stem}-${createHash('sha256').update(text).digest('hex').slice(0, 10)}.${ending}`,
  type,
  text,
});

const SHEETS = ['reference.css', 'reference-contents.css', 'reference-text.css', 'reference-examples.css'];

/** The house's colours and type, then what the reference adds. */
export const STYLE = named(
  'reference',
  'css',
  'text/css',
  [readWebFile('tokens.css').toString('utf8'), ...SHEETS.map(own)].join('\n'),
);
export const SCRIPT = named('reference', 'js', 'text/javascript', own('reference.js'));
