import { describe, expect, it } from 'vitest';
import { lineAt, type SourceFile } from './source-file.ts';

/** A house rule about source text, as data. */
export interface Rule {
  /** What holds, as a guarantee. */
  readonly name: string;
  /** Why somebody wrote it down. Shown with every violation. */
  readonly why: string;
  /** The files it is about. */
  readonly files: readonly SourceFile[];
  /** The walk must look at this many of `unit` at least: a rule that looks at nothing holds always. */
  readonly floor: { readonly least: number; readonly unit: string; readonly count?: (file: SourceFile) => number };
  /** One line a violation. */
  readonly check: (file: SourceFile) => readonly string[];
  /** Texts that break the rule; each must be caught by the very same `check`. */
  readonly planted: readonly SourceFile[];
}

/** Three tests a rule: it holds, it looked at something, and it catches what it is there for. */
export const prove = (rule: Rule): void => {
  describe(rule.name, () => {
    it('holds', () => {
      const violations = rule.files.flatMap((file) => rule.check(file));
      expect(violations, `${rule.why}\n${violations.join('\n')}`).toEqual([]);
    });
    it(`looks at ${rule.floor.least} ${rule.floor.unit} or more`, () => {
      const count = rule.floor.count ?? (() => 1);
      const seen = rule.files.reduce((sum, file) => sum + count(file), 0);
      expect(seen).toBeGreaterThanOrEqual(rule.floor.least);
    });
    it.each(rule.planted.map((file, index) => [index + 1, file] as const))('catches planted violation %i', (_, file) =>
      expect(rule.check(file), `nothing was found in ${file.path}:\n${file.text}`).not.toEqual([]),
    );
  });
};

/** One violation for each match of `pattern` in the code of a file. */
export const matches = (file: SourceFile, pattern: RegExp, says: string): string[] =>
  [...file.code.matchAll(pattern)].map(
    (match) => `${file.path}:${lineAt(file.text, match.index)}: ${match[0].trim()}: ${says}`,
  );
