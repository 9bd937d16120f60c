import type { Sent, Shown } from './asking.ts';
import { look } from './document.ts';
import type { Explorer } from './explorer.ts';
import type { Graph } from './graph.ts';
import type { Streaming } from './streaming.ts';

/** Runs documents as the editor sends them: a subscription as a stream of its messages. */
export const runIn =
  (graph: Graph, explorer: Explorer, streaming: Streaming) =>
  (sent: Sent): Promise<Shown> | AsyncIterableIterator<Shown> => {
    const variables = sent.variables === undefined ? '' : JSON.stringify(sent.variables);
    const looked = look(graph, { text: sent.query, variables, operationName: sent.operationName ?? undefined });
    const kind = looked.is === 'read' ? looked.operation.operation : 'query';
    const isHeld = explorer.token.holding.value.is === 'held';
    return kind === 'subscription' && isHeld ? streaming.subscribe(sent) : explorer.ask(sent, kind === 'mutation');
  };
