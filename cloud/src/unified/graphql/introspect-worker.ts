import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { buildSchema, GraphQLSchema, graphqlSync } from 'graphql';
import { errorText } from '../../kit/http/asked-thread.ts';
import { lowerWorkerPriority } from '../../kit/http/worker-priority.ts';
import type { FromIntrospector, ToIntrospector } from './introspection.ts';

/** What the worker thread runs: answers what is asked of the schema itself, by the schema as it is published. */
lowerWorkerPriority();
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const whole = buildSchema(readFileSync(new URL('../../../graphql/schema.graphql', import.meta.url), 'utf8'), {
  assumeValid: true,
});
const reading = new GraphQLSchema({ ...whole.toConfig(), mutation: null, assumeValid: true });

const answer = ({ asked, source, variableValues, operationName, mutations }: ToIntrospector): FromIntrospector => {
  try {
    const schema = mutations ? whole : reading;
    const result = graphqlSync({ schema, source, variableValues, operationName: operationName ?? null });
    return { asked, result: JSON.parse(JSON.stringify(result)) };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

port.on('message', (message: ToIntrospector) => port.postMessage(answer(message)));
