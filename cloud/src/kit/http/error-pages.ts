import { type Blame, Bug, type FaultCatalogue, type FaultSpec, type Retry } from '@gatehouse/shared/fault/fault.ts';

/** One catalogue out of many. A code may be in several only if it means the same; otherwise a `Bug`. */
export const mergeFaults = (catalogues: readonly FaultCatalogue[]): FaultCatalogue => {
  const merged = new Map<string, FaultSpec>();
  for (const [code, spec] of catalogues.flatMap((catalogue) => Object.entries(catalogue))) {
    const known = merged.get(code);
    if (known !== undefined && meaning(known) !== meaning(spec)) throw new Bug(`two faults are called ${code}`);
    merged.set(code, spec);
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const meaning = ({ status, blame, retry, title, help }: FaultSpec): string =>
  JSON.stringify([status, blame, retry, title, help]);

const WHO_ACTS: Readonly<Record<Blame, string>> = {
  caller: 'Whoever sent the request.',
  device: 'Whoever looks after the device.',
  us: 'We do. It is logged with the request_id.',
};
const WHEN_TO_RETRY: Readonly<Record<Retry, string>> = {
  never: 'No: the same request gets the same answer.',
  safe: 'Yes, at once.',
  'after-delay': 'Yes, after the time in Retry-After, then with a growing delay (1 s, 2 s, 4 s), then stop.',
  'by-hand': 'Not by itself. Tell staff; where they decide to try again, after the time in Retry-After.',
};

const pageOf = (code: string, { status, blame, retry, title, help }: FaultSpec): string =>
  `# \`${code}\`

${title}.

| | |
| --- | --- |
| Status | ${status} |
| Who acts | ${WHO_ACTS[blame]} |
| Try again? | ${WHEN_TO_RETRY[retry]} |

## What to do

${help}
`;

/** A page for each code and one that lists them, as Markdown by file name. */
export const errorPages = (faults: FaultCatalogue): Record<string, string> => {
  const codes = Object.entries(faults);
  const rows = codes.map(([code, { status, title }]) => `| [\`${code}\`](${code}.md) | ${status} | ${title} |`);
  const list = `# Errors

What the \`error\` (or \`reason\`) of an answer can be. Made from the fault catalogues of the code.

| Code | Status | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
  return Object.fromEntries([['README.md', list], ...codes.map(([code, spec]) => [`${code}.md`, pageOf(code, spec)])]);
};
