export type Face = 'regular' | 'bold' | 'italic' | 'bold-italic';

/** Text of one look. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  /** In points, as all lengths here. */
  readonly size: number;
  readonly colour: string;
  readonly line?: 'under' | 'through' | undefined;
  readonly link?: string | undefined;
}

export interface LinePiece {
  readonly run: Run;
  readonly text: string;
  readonly width: number;
}
export interface Line {
  readonly pieces: readonly LinePiece[];
  readonly width: number;
  readonly height: number;
}

export type Measure = (text: string, run: Run) => number;

const LEADING = 1.42;
const ATOMS = /\n|[ \t]+|[^ \t\n]+/g;

/**
 * Breaks text into lines of at most `width`: between words, and within one that is wider. The space where a line ends goes with
 * it; space at the beginning of a text or behind a line end of its own stays. At least one line, and at least one character in each.
 */
export const linesOf = (runs: readonly Run[], width: number, measure: Measure): readonly Line[] => {
  const fallback = runs[0];
  const lines: Line[] = [];
  let line: LinePiece[] = [];
  let used = 0;
  let gap: LinePiece[] = [];
  let word: LinePiece[] = [];

  const put = (pieces: readonly LinePiece[]): void => {
    line.push(...pieces);
    used += widthOf(pieces);
  };
  const endLine = (): void => {
    lines.push({ pieces: joined(line), width: used, height: heightOf(line, fallback) });
    line = [];
    used = 0;
    gap = [];
  };
  const endWord = (): void => {
    if (word.length === 0) return;
    if (used > 0 && used + widthOf(gap) + widthOf(word) > width) endLine();
    else put(gap);
    gap = [];
    const chunks = widthOf(word) <= width ? [word] : chunksOf(word, width, measure);
    for (const [at, chunk] of chunks.entries()) {
      if (at > 0) endLine();
      put(chunk);
    }
    word = [];
  };

  for (const run of runs)
    for (const [atom] of run.text.matchAll(ATOMS)) {
      if (!/^[ \t\n]/.test(atom)) {
        word.push({ run, text: atom, width: measure(atom, run) });
        continue;
      }
      endWord();
      if (atom === '\n') endLine();
      else {
        const text = atom.replaceAll('\t', '    ');
        gap.push({ run, text, width: measure(text, run) });
      }
    }
  endWord();
  if (line.length > 0 || lines.length === 0) endLine();
  return lines;
};

/** Neighbours of one look are drawn together. */
const joined = (pieces: readonly LinePiece[]): readonly LinePiece[] => {
  const found: LinePiece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.run !== piece.run) found.push(piece);
    else found[found.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
  }
  return found;
};
const widthOf = (pieces: readonly LinePiece[]): number => pieces.reduce((sum, { width }) => sum + width, 0);
const heightOf = (pieces: readonly LinePiece[], fallback: Run | undefined): number =>
  LEADING * Math.max(...(pieces.length > 0 ? pieces.map(({ run }) => run.size) : [fallback?.size ?? 10]));

/** A word in pieces that fit, each of one character at least. */
const chunksOf = (word: readonly LinePiece[], width: number, measure: Measure): LinePiece[][] => {
  const chunks: LinePiece[][] = [[]];
  let used = 0;
  for (const { run, text } of word) {
    let taken = '';
    let takenWidth = 0;
    for (const character of text) {
      const alone = measure(character, run);
      if (used + takenWidth + alone > width && (taken !== '' || used > 0)) {
        if (taken !== '') chunks.at(-1)?.push({ run, text: taken, width: takenWidth });
        chunks.push([]);
        used = 0;
        taken = character;
        takenWidth = alone;
      } else {
        taken += character;
        takenWidth += alone;
      }
    }
    if (taken !== '') chunks.at(-1)?.push({ run, text: taken, width: takenWidth });
    used += takenWidth;
  }
  return chunks;
};
