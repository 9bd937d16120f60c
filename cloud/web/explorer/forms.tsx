import { CopyButton } from '../kit/copy-button.tsx';
import { explorerLabels as labels } from '../words/explorer-en.ts';
import type { Looked } from './document.ts';
import type { Explorer } from './explorer.ts';
import type { Graph } from './graph.ts';
import { asCurl, asMcp, asRest, type Form } from './same-as.ts';

interface FormsProps {
  readonly explorer: Explorer;
  readonly graph: Graph;
  readonly looked: Looked;
}

/** The document in the forms of the other doors. */
export const Forms = ({ explorer: { origin }, graph, looked }: FormsProps) => {
  const none: Form = { says: labels.withoutForm, text: undefined };
  const formOf = (make: (read: Extract<Looked, { is: 'read' }>) => Form): Form =>
    looked.is === 'read' ? make(looked) : none;
  return (
    <section class="panel forms" aria-labelledby="forms-title">
      <h2 id="forms-title">{labels.formsTitle}</h2>
      <OneForm name={labels.curl} form={formOf((read) => asCurl(read, origin))} />
      <OneForm name={labels.rest} form={formOf((read) => asRest(graph, read, origin))} />
      <OneForm name={labels.mcp} form={formOf((read) => asMcp(graph, read))} />
    </section>
  );
};

const OneForm = ({ name, form: { says, text } }: { readonly name: string; readonly form: Form }) => (
  <details>
    <summary>{name}</summary>
    <p class="quiet small">{says}</p>
    {text !== undefined && (
      <>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <section aria-label={name} tabIndex={0}>
          <pre>
            <bdi>{text}</bdi>
          </pre>
        </section>
        <CopyButton text={text} label={labels.copy} />
      </>
    )}
  </details>
);
