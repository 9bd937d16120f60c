import { useEffect, useRef, useState } from 'preact/hooks';
import { explorerLabels as labels } from '../words/explorer-en.ts';
import { CostLine } from './cost-line.tsx';
import { look } from './document.ts';
import { mountEditor } from './editor.ts';
import type { Explorer } from './explorer.ts';
import type { EditorPlaces } from './explorer-page.tsx';
import { Forms } from './forms.tsx';
import type { Graph } from './graph.ts';
import { runIn } from './running.ts';
import { StreamLine } from './stream-line.tsx';
import { createStreaming, type Streaming } from './streaming.ts';

export { loadGraph } from './graph.ts';

interface WorkbenchProps {
  readonly explorer: Explorer;
  readonly graph: Graph;
  readonly places: EditorPlaces;
  readonly storage: Storage;
}

/** The editor, what its document costs, and the same in other forms. */
export const Workbench = (props: WorkbenchProps) => {
  const { explorer, graph } = props;
  const { token, clock, origin } = explorer;
  const [streaming] = useState(() =>
    createStreaming({ url: `${origin.replace(/^http/, 'ws')}/graphql`, token, clock }),
  );
  const run = useRef<() => void>(undefined);
  const looked = look(graph, explorer.written.value);
  return (
    <>
      <CostLine explorer={explorer} looked={looked} />
      <StreamLine streaming={streaming} looked={looked} run={() => run.current?.()} />
      <p class="quiet small">{labels.keys}</p>
      <Editor {...props} streaming={streaming} onReady={(ready) => (run.current = ready)} />
      <Forms explorer={explorer} graph={graph} looked={looked} />
    </>
  );
};

interface EditorProps extends WorkbenchProps {
  readonly streaming: Streaming;
  /** Told what runs the document, once there is an editor. */
  readonly onReady: (run: () => void) => void;
}

/** What Escape closes in the editor before it leaves it. */
const CLOSED_FIRST = '.suggest-widget.visible, .find-widget.visible, .parameter-hints-widget.visible, .rename-box';

/** The way out by keyboard, as Enter is the way in: where there is nothing to close in the editor, its frame has the focus again. */
const leaveOnEscape = ({ key, target }: KeyboardEvent): void => {
  if (key !== 'Escape' || !(target instanceof HTMLTextAreaElement)) return;
  const frame = target.closest<HTMLElement>('.graphiql-editor');
  if (frame !== null && frame.querySelector(CLOSED_FIRST) === null) frame.focus();
};

/** Where the editor is drawn: it draws itself, once. */
const Editor = ({ explorer, graph, places, storage, streaming, onReady }: EditorProps) => {
  const host = useRef<HTMLDivElement>(null);
  // It is drawn once, and told nothing later.
  useEffect(() => {
    if (host.current === null) return;
    const editor = mountEditor(host.current, places, {
      schema: graph.schema,
      fetcher: runIn(graph, explorer, streaming),
      onReady,
      storage,
      beginsWith: explorer.written.value.text,
      onWritten: explorer.write,
    });
    return () => editor.close();
  }, []);
  return <div id="document" class="editor" dir="ltr" ref={host} tabIndex={-1} onKeyDownCapture={leaveOnEscape} />;
};
