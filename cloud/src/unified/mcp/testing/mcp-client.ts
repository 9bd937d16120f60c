import {
  type AuthProvider,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { bearer, type UnifiedApi } from '../../testing/unified-api.ts';

/** Which form of the protocol a client speaks: as ever until 2025-11-25, or since 2026-07-28. */
export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];

const NEGOTIATION: Readonly<Record<Era, ClientOptions>> = {
  legacy: { versionNegotiation: { mode: 'legacy' } },
  modern: { versionNegotiation: { mode: 'auto' } },
};

/** Where the API says that it is. */
const ADDRESS = new URL('https://unified.example/mcp');

/** The official client, over the sockets of this API, with a token or with whatever fetches one. */
export const mcpClient = async (
  api: Pick<UnifiedApi, 'send'>,
  by: string | AuthProvider,
  era: Era = 'modern',
): Promise<Client> => {
  const fetch = async (url: string | URL, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const answer = await api.send({
      method,
      path: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
    });
    const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: told });
  };
  const client = new Client({ name: 'test', version: '1.0.0' }, NEGOTIATION[era]);
  const shown = typeof by === 'string' ? { requestInit: { headers: bearer(by) } } : { authProvider: by };
  await client.connect(new StreamableHTTPClientTransport(ADDRESS, { fetch, ...shown }));
  return client;
};

/** A message as it is posted, without a client: in the form of before 2026, which has nothing around it. */
export const post = (
  api: Pick<UnifiedApi, 'send'>,
  token: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  api.send({
    method: 'POST',
    path: '/mcp',
    headers: { ...bearer(token), 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });

/** What calls a tool. */
export const calling = (name: string, given: Readonly<Record<string, unknown>> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
