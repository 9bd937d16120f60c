import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { create } from 'fontkit';
import { codePointName } from '../markdown/shown-text.ts';
import type { Face } from './text-lines.ts';

const PACKAGE = '@expo-google-fonts/noto-sans';
const FILES: Readonly<Record<Face, string>> = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
  italic: '400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  'bold-italic': '700Bold_Italic/NotoSans_700Bold_Italic.ttf',
};

export interface Fonts {
  readonly files: Readonly<Record<Face, Uint8Array>>;
  /** The text as these fonts can show it: a character that they lack is its code point, such as `[U+1F600]`. */
  shown(text: string): string;
}

/** Noto Sans (Latin, Greek, Cyrillic, Devanagari), in four faces. Reads two megabytes. */
export const loadFonts = (): Fonts => {
  const { resolve } = createRequire(import.meta.url);
  const read = (face: Face): Uint8Array => readFileSync(resolve(`${PACKAGE}/${FILES[face]}`));
  const files = {
    regular: read('regular'),
    bold: read('bold'),
    italic: read('italic'),
    'bold-italic': read('bold-italic'),
  };
  // All faces have the same characters.
  const regular = create(Buffer.from(files.regular));
  if (!('hasGlyphForCodePoint' in regular)) throw new Bug('a collection of fonts in place of one');
  return {
    files,
    shown: (text) =>
      Array.from(text, (character) => {
        const code = character.codePointAt(0) ?? 0;
        return character === '\n' || character === '\t' || regular.hasGlyphForCodePoint(code)
          ? character
          : codePointName(character);
      }).join(''),
  };
};
