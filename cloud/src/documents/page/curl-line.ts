import type { Operation } from '../document.ts';

/**
 * The example of an operation as a line for a shell. `$API`, `$KEY` and the ids are the reader's own; `credentials` is how curl
 * sends the key.
 */
export const curlLine = ({ method, path, parameters, body }: Operation, credentials: string): string => {
  const exampleOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.example;
  const filled = path.replace(/\{(\w+)\}/g, (all, name: string) => String(exampleOf(name) ?? all));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const url = `"$API${filled}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const lines = [`curl -sS ${credentials} ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${url}`];
  if (body?.example !== undefined) {
    const text = JSON.stringify(body.example, null, 2).replaceAll("'", "'\\''");
    lines.push("-H 'content-type: application/json'", `-d '${text}'`);
  }
  return lines.join(' \\\n  ');
};
