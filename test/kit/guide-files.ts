import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A block of a document that names its file: the whole of a new one, or lines that go into one that is there. */
export interface GuideFile {
  readonly line: number;
  readonly path: string;
  readonly isChange: boolean;
  readonly body: string;
}

export const guideFiles = (path: string): GuideFile[] => {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^```(ts|md|diff) (\S+)\n([\s\S]*?)^```\n/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    path: match[2] ?? '',
    isChange: match[1] === 'diff',
    body: match[3] ?? '',
  }));
};

/** Does in a copy of the tree what a block says. `NNNN` is the next free number of the folder. */
export const follow = (root: string, { path, isChange, body, line }: GuideFile): void => {
  const file = join(
    root,
    path.replace('NNNN', () => nextNumber(join(root, dirname(path)))),
  );
  const text = isChange ? changed(readFileSync(file, 'utf8'), body, `line ${line}, ${path}`) : body;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: isChange ? 'w' : 'wx' });
};

const nextNumber = (folder: string): string => {
  const taken = readdirSync(folder).map((name) => Number(/^\d{4}/.exec(name)?.[0] ?? 0));
  return String(Math.max(...taken) + 1).padStart(4, '0');
};

/** Each line with a `+` goes below the one that it follows, which is looked for from there on. */
const changed = (text: string, change: string, where: string): string => {
  const lines = text.split('\n');
  let at = 0;
  for (const line of change.split('\n').filter((one) => one !== '')) {
    const words = line.slice(1);
    if (line.startsWith('+')) {
      lines.splice(at, 0, words);
      at += 1;
      continue;
    }
    const found = lines.indexOf(words, at);
    if (found === -1) throw new Error(`${where}: there is no line “${words}”`);
    at = found + 1;
  }
  return lines.join('\n');
};
