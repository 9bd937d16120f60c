import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { GraphiQL, type GraphiQLProps } from 'graphiql';
import type { GraphQLSchema } from 'graphql';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Sent, Shown } from './asking.ts';
import type { Written } from './document.ts';
import { defineThemes, EDITOR_THEME } from './editor-themes.ts';
import type { EditorPlaces } from './explorer-page.tsx';

interface EditorProps {
  readonly schema: GraphQLSchema;
  readonly fetcher: (sent: Sent) => Promise<Shown> | AsyncIterableIterator<Shown>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>;
  readonly beginsWith: string;
  readonly onWritten: (written: Written) => void;
  /** Told what runs the document, once there is an editor. */
  readonly onReady: (run: () => void) => void;
}

const DARK = '(prefers-color-scheme: dark)';

/** Has the editor change with day and night, as the rest of the page does: by itself it looks once. */
const FollowsNight = (): null => {
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    const night = matchMedia(DARK);
    const follow = () => setTheme(null);
    night.addEventListener('change', follow);
    return () => night.removeEventListener('change', follow);
  }, [setTheme]);
  return null;
};

/** Tells whoever stands around the editor what is written in it, also what it still had from before, and gives them what runs that. */
const Told = ({ onReady, onWritten }: Pick<EditorProps, 'onReady' | 'onWritten'>): null => {
  const { run } = useGraphiQLActions();
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]);
  useEffect(() => onReady(run), [run, onReady]);
  useEffect(() => {
    const { query, variables, operationName } = tab ?? {};
    onWritten({ text: query ?? '', variables: variables ?? '', operationName: operationName ?? undefined });
  }, [tab, onWritten]);
  return null;
};

/** What monaco suggests with, as far as it is asked. */
interface Suggestions {
  cancelSuggestWidget(): void;
}

/**
 * Nothing is suggested any more once the frame of an editor has the focus. Monaco takes the frame for part of itself, so what it
 * was still looking for would open there, in the way of whoever goes on by Tab.
 */
const SuggestsNothingOutside = (): null => {
  const query = useGraphiQL(({ queryEditor }) => queryEditor);
  const variables = useGraphiQL(({ variableEditor }) => variableEditor);
  useEffect(() => {
    const stop = new AbortController();
    for (const editor of [query, variables])
      editor
        ?.getContainerDomNode()
        .addEventListener(
          'focus',
          () =>
            (editor.getContribution('editor.contrib.suggestController') as Suggestions | null)?.cancelSuggestWidget(),
          stop,
        );
    return () => stop.abort();
  }, [query, variables]);
  return null;
};

/** The editor as it is drawn, with the one way to end it. React lives in here, and nowhere else on the page. */
export const mountEditor = (element: Element, places: EditorPlaces, props: EditorProps): { close(): void } => {
  Object.assign(globalThis, {
    MonacoEnvironment: { getWorker: (_id: string, label: string) => new Worker(places.worker(label)) },
  });
  defineThemes();
  const root = createRoot(element);
  root.render(
    createElement(GraphiQL, {
      schema: props.schema,
      dangerouslyAssumeSchemaIsValid: true,
      // It shows whatever comes: more than a type of its own for errors has no need to be in it.
      fetcher: props.fetcher as GraphiQLProps['fetcher'],
      storage: props.storage,
      editorTheme: EDITOR_THEME,
      defaultQuery: props.beginsWith,
      // Who asks is known by the token that the page holds: nothing of that is typed, shown or kept here.
      isHeadersEditorEnabled: false,
      shouldPersistHeaders: false,
      showPersistHeadersSettings: false,
      forcedTheme: 'system',
      defaultEditorToolsVisibility: 'variables',
      children: [
        createElement(GraphiQL.Logo, { key: 'logo' }, ' '),
        createElement(FollowsNight, { key: 'night' }),
        createElement(SuggestsNothingOutside, { key: 'suggests' }),
        createElement(Told, { key: 'told', onReady: props.onReady, onWritten: props.onWritten }),
      ],
    }),
  );
  return { close: () => root.unmount() };
};
