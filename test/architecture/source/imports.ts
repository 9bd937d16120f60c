import { posix } from 'node:path';
import { lineAt, type SourceFile, WORKSPACES } from './source-file.ts';

export interface Import {
  readonly specifier: string;
  /** Gone at run time: `import type …`, or nothing but types in the braces. */
  readonly typeOnly: boolean;
  readonly line: number;
  /** The file it means, relative to the repository, if it is one of the project. */
  readonly target: string | undefined;
}

const STATEMENT = /\b(?:import|export)\b(\s+type\b)?([^;'"`()=]*?)\bfrom\s*(['"])([^'"\n]+)\3/g;
const BARE = /\bimport\s*\(?\s*(['"])([^'"\n]+)\1/g;

/** Every import, re-export and dynamic import with a literal name. */
export const importsOf = (file: SourceFile): readonly Import[] => {
  const make = (at: number, specifier: string, typeOnly: boolean): Import => ({
    specifier,
    typeOnly,
    line: lineAt(file.text, at),
    target: targetOf(file.path, specifier),
  });
  const isCode = (at: number) => file.code.startsWith(file.statements.slice(at, at + 6), at);
  return [
    ...[...file.statements.matchAll(STATEMENT)]
      .map((match) => ({ match, at: match.index }))
      .flatMap(({ match, at }) => {
        const [, type, names = '', , specifier = ''] = match;
        return isCode(at) ? [make(at, specifier, type !== undefined || onlyTypes(names))] : [];
      }),
    ...[...file.statements.matchAll(BARE)].flatMap((match) =>
      isCode(match.index) ? [make(match.index, match[2] ?? '', false)] : [],
    ),
  ];
};

const onlyTypes = (names: string): boolean => {
  const inBraces = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1];
  const list = inBraces?.split(',').filter((name) => name.trim() !== '') ?? [];
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name));
};

const targetOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  // As pages that are served as they lie load what all pages share.
  if (specifier.startsWith('/shared/')) return specifier.replace('/shared/', 'shared/src/web/');
  if (specifier.startsWith('@gatehouse/cloud/web/')) return specifier.replace('@gatehouse/', '');
  const [, name, rest] = /^@gatehouse\/([a-z-]+)\/(.+)$/.exec(specifier) ?? [];
  return name !== undefined && (WORKSPACES as readonly string[]).includes(name) ? `${name}/src/${rest}` : undefined;
};
