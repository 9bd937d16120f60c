import { useEffect, useState } from 'preact/hooks';
import { explorerLabels as labels } from '../words/explorer-en.ts';
import type { Explorer } from './explorer.ts';
import type { Graph } from './graph.ts';
import { TokenPanel } from './token-panel.tsx';

/** Where the parts of the editor are, by what the page says. */
export interface EditorPlaces {
  readonly style: string;
  readonly worker: (label: string) => string;
}

interface PageProps {
  readonly explorer: Explorer;
  readonly places: EditorPlaces;
  readonly storage: Storage;
}

export const ExplorerPage = (props: PageProps) => (
  <>
    <a class="skip" href="#document">
      {labels.skip}
    </a>
    <header class="bar">
      <p class="brand">
        <span class="brand-mark" aria-hidden="true" />
        {labels.product}
      </p>
      <nav aria-label={labels.pages} class="bar-end">
        <a class="bar-link" href="/explorer" aria-current="page">
          {labels.title}
        </a>
        <a class="bar-link" href="/explorer/docs/" target="_blank" rel="noopener">
          {labels.reference}
        </a>
      </nav>
    </header>
    <main id="content">
      <h1>{labels.title}</h1>
      <TokenPanel explorer={props.explorer} />
      <LoadedWorkbench {...props} />
    </main>
  </>
);

type Loaded =
  | { readonly is: 'loading' | 'failed' }
  | { readonly is: 'loaded'; readonly graph: Graph; readonly part: typeof import('./workbench.tsx') };

/** The editor and what stands around it, once both the schema and the editor are there. */
const LoadedWorkbench = ({ explorer, places, storage }: PageProps) => {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' });
  const load = async (): Promise<void> => {
    setLoaded({ is: 'loading' });
    try {
      // With what reads GraphQL: 2 MB, for which nobody waits who types a key meanwhile.
      const [part] = await Promise.all([import('./workbench.tsx'), linked(places.style)]);
      setLoaded({ is: 'loaded', graph: await part.loadGraph(explorer.fetch), part });
    } catch {
      setLoaded({ is: 'failed' });
    }
  };
  // Once, as the page opens.
  useEffect(() => void load(), []);
  if (loaded.is === 'loaded') {
    const { Workbench } = loaded.part;
    return <Workbench explorer={explorer} graph={loaded.graph} places={places} storage={storage} />;
  }
  if (loaded.is === 'loading')
    return (
      <p id="document" class="loading quiet" role="status">
        {labels.looking}
      </p>
    );
  return (
    <div id="document" class="failed" role="alert">
      <p class="failed-title">{labels.notLoaded}</p>
      <p>{labels.notLoadedMore}</p>
      <button type="button" onClick={() => void load()}>
        {labels.again}
      </button>
    </div>
  );
};

/** A sheet of styles, once it is there. */
const linked = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`) !== null) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error('the styles of the editor do not load'));
    };
    document.head.append(link);
  });
