import { useEffect, useRef } from 'preact/hooks';
import { CostLine } from './cost-line.tsx';
import { look } from './document.ts';
import { mountEditor } from './editor.ts';
import type { Explorer } from './explorer.ts';
import type { EditorPlaces } from './explorer-page.tsx';
import { Forms } from './forms.tsx';
import type { Graph } from './graph.ts';
import { runIn } from './running.ts';

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
  const looked = look(graph, explorer.written.value);
  return (
    <>
      <CostLine explorer={explorer} looked={looked} />
      <Editor {...props} />
      <Forms explorer={explorer} graph={graph} looked={looked} />
    </>
  );
};

/** Where the editor is drawn: it draws itself, once. */
const Editor = ({ explorer, graph, places, storage }: WorkbenchProps) => {
  const host = useRef<HTMLDivElement>(null);
  // It is drawn once, and told nothing later.
  useEffect(() => {
    if (host.current === null) return;
    const editor = mountEditor(host.current, places, {
      schema: graph.schema,
      fetcher: runIn(graph, explorer),
      storage,
      beginsWith: explorer.written.value.text,
      onWritten: explorer.write,
    });
    return () => editor.close();
  }, []);
  return <div id="document" class="editor" dir="ltr" ref={host} tabIndex={-1} />;
};
