import type { Sent, Shown } from './asking.ts';
import { look } from './document.ts';
import type { Explorer } from './explorer.ts';
import type { Graph } from './graph.ts';

/** Runs documents as the editor sends them. */
export const runIn =
  (graph: Graph, explorer: Explorer) =>
  async (sent: Sent): Promise<Shown> => {
    const variables = sent.variables === undefined ? '' : JSON.stringify(sent.variables);
    const looked = look(graph, { text: sent.query, variables, operationName: sent.operationName ?? undefined });
    return explorer.ask(sent, looked.is === 'read' && looked.operation.operation === 'mutation');
  };
