import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

/** A daily digest as it is read: what is most urgent first, a few short lines each. */
export interface Email {
  readonly subject: string;
  readonly headline: string;
  readonly sections: readonly { readonly heading: string; readonly lines: readonly string[] }[];
  /** Why the recipient gets it. */
  readonly foot?: string;
}

const LINES_MAX = 15;
const NAME_MAX = 80;

/** Scripts that are written from the right. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Names that users chose, as one line without control characters or changes of text direction. */
export const named = (text: string): string => {
  const line = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a line must not have.
    .replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .trim();
  const short = line.length > NAME_MAX ? `${[...line].slice(0, NAME_MAX - 1).join('')}…` : line;
  // Isolated, so that the words around it stay where they are.
  return FROM_THE_RIGHT.test(short) ? `\u2068${short}\u2069` : short;
};

/** `1 door`, `2 doors`, `1,204 entries` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** How long, in the largest unit that fits. */
export const span = (ms: number): string => {
  for (const [unit, word] of [
    [Days(1), 'day'],
    [Hours(1), 'hour'],
  ] as const)
    if (ms >= unit * 2) return counted(Math.floor(ms / unit), word);
  return counted(Math.max(1, Math.floor(ms / Minutes(1))), 'minute');
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');

/** `Sat 21 Nov 07:00`, as clocks there show it. */
export const localTime = (zone: Zone, ms: number): string => {
  const local = new Date(ms + zone.offsetAt(ms / 1_000) * 1_000);
  const date = `${DAYS[local.getUTCDay()]} ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`;
  return `${date} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
};

/** The first lines of a list, and how many there are beside. */
export const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX), `and ${(lines.length - LINES_MAX).toLocaleString('en')} more`];

export const textOf = ({ headline, sections, foot }: Email): string => {
  const blocks = sections.map(({ heading, lines }) =>
    [heading.toUpperCase(), ...lines.map((line) => `- ${line}`)].join('\n'),
  );
  return `${[headline, ...blocks, ...(foot === undefined ? [] : [`-- \n${foot}`])].join('\n\n')}\n`;
};

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);

/** Headings and lists only: whatever reads it aloud, or shows it small or in the dark, can do so. */
export const htmlOf = ({ headline, sections, foot }: Email): string =>
  [
    `<p>${escaped(headline)}</p>`,
    ...sections.flatMap(({ heading, lines }) => [
      `<h2 style="font-size:1em">${escaped(heading)}</h2>`,
      '<ul>',
      ...lines.map((line) => `<li>${escaped(line)}</li>`),
      '</ul>',
    ]),
    ...(foot === undefined ? [] : [`<hr><p style="font-size:.875em">${escaped(foot)}</p>`]),
  ].join('\n');
