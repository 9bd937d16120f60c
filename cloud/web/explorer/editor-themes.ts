import { editor } from 'monaco-graphql/esm/monaco-editor.js';

type Rule = readonly [token: string, foreground: string];

const themeOf = (
  base: 'vs' | 'vs-dark',
  { ink, numbers, calm, soft, card }: Readonly<Record<'ink' | 'numbers' | 'calm' | 'soft' | 'card', string>>,
  rules: readonly Rule[],
): editor.IStandaloneThemeData => ({
  base,
  inherit: true,
  colors: {
    'editor.background': '#00000000',
    'editor.foreground': ink,
    'editorLineNumber.foreground': numbers,
    'editorLineNumber.activeForeground': ink,
    'scrollbar.shadow': '#00000000',
    'editorWidget.background': card,
    'editorHoverWidget.background': card,
    'editorSuggestWidget.background': card,
    'editorSuggestWidget.selectedBackground': soft,
    'editorSuggestWidget.selectedForeground': ink,
    'editorSuggestWidget.highlightForeground': calm,
    'list.hoverBackground': soft,
    'textLink.foreground': calm,
    focusBorder: calm,
  },
  rules: rules.map(([token, foreground]) => ({ token, foreground })),
});

const LIGHT = themeOf('vs', { ink: '#21262c', numbers: '#565d66', calm: '#24476b', soft: '#e4ecf4', card: '#fffdf9' }, [
  ['argument.identifier.gql', '#4b4a9c'],
  ['comment', '#1d5c3a'],
  ['number', '#07623f'],
  ['type', '#005a5a'],
  ['keyword', '#1c3fae'],
]);
const DARK = themeOf(
  'vs-dark',
  { ink: '#eae7e1', numbers: '#a9b0b9', calm: '#9cc4ea', soft: '#20303f', card: '#1b2026' },
  [
    ['argument.identifier.gql', '#a9a5ff'],
    ['comment', '#8fd6ae'],
    ['keyword', '#7db8ea'],
  ],
);

/** The themes of the editor in the colours of the house: its own are too faint on what they are shown on. */
export const EDITOR_THEME = { light: 'house-light', dark: 'house-dark' } as const;

export const defineThemes = (): void => {
  editor.defineTheme(EDITOR_THEME.light, LIGHT);
  editor.defineTheme(EDITOR_THEME.dark, DARK);
};
