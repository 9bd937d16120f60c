import type { IncomingRequest } from '../../kit/http/call.ts';
import type { Inputs } from '../../kit/http/endpoint.ts';
import { invalidRequest, parseInput, pathPart } from '../../kit/http/validate.ts';
import { BODY, KEY, type Tool, takesKey } from './tools.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a call as the request that they stand for. */
export interface SentByTool {
  readonly params: IncomingRequest['params'];
  readonly query: IncomingRequest['query'];
  readonly key: string | undefined;
  /** Throws the 400 that names each argument that is wrong. Only once whoever calls may. */
  readonly input: () => Inputs<unknown, unknown, unknown>;
}

interface Problem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** What a call sends to the endpoint of its tool. Null is the same as left out. */
export const sentByTool = ({ endpoint, params: inPath, query: inQuery }: Tool, given: Arguments): SentByTool => {
  const problems: Problem[] = [];
  const textsOf = (name: string): string[] => {
    const values = [Object.hasOwn(given, name) ? given[name] : undefined].flat().filter(isGiven);
    if (!values.every(isPlain))
      problems.push({ path: name, rule: 'invalid_type', message: 'must be a text, a number or a list of them' });
    return values.filter(isPlain).map(String);
  };
  const params: Record<string, string> = {};
  for (const name of inPath) {
    const [value = '', ...more] = textsOf(name);
    if (value !== '' && more.length === 0) params[name] = value;
  }
  const search = new URLSearchParams();
  for (const name of inQuery) for (const value of textsOf(name)) search.append(name, value);
  const keys = takesKey(endpoint) ? textsOf(KEY) : [];
  const known = new Set([
    ...inPath,
    ...inQuery,
    ...(endpoint.body === undefined ? [] : [BODY]),
    ...(takesKey(endpoint) ? [KEY] : []),
  ]);
  for (const name of Object.keys(given))
    if (!known.has(name))
      problems.push({ path: name, rule: 'unrecognized_keys', message: 'is not an argument of this tool' });
  return {
    params,
    query: (name) => search.get(name) ?? undefined,
    key: keys[0],
    input: () => {
      if (problems.length > 0) throw invalidRequest(problems);
      const encoded = Object.entries(params).map(([name, value]) => [name, pathPart(value)]);
      const body = endpoint.body === undefined ? undefined : (given[BODY] ?? undefined);
      return parseInput(endpoint, { params: Object.fromEntries(encoded), search: search.toString(), body });
    },
  };
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
