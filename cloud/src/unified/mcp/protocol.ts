import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { McpHttpHandler, Server } from '@modelcontextprotocol/server';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import type { ToolDefinition } from './tool-definition.ts';
import type { Arguments } from './tool-input.ts';
import type { ToolResult } from './tool-result.ts';

/** A message of JSON-RPC 2.0 that asks for something, or says something. */
export interface Message {
  readonly [key: string]: unknown;
  readonly method: string;
}

/** What whoever sends a message may have of the tools. */
export interface ToolDesk {
  /** A page of the list, behind the tool of this name; undefined where the cursor is none of ours. */
  readonly list: (after: string | undefined) => Promise<ToolPage | undefined>;
  /** Undefined where there is no such tool. */
  readonly call: (name: string, given: Arguments) => Promise<ToolResult | undefined>;
}
export interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}

/** What is answered: a message of JSON-RPC as text, empty where there is none. */
export interface Spoken {
  readonly status: number;
  readonly text: string;
}

export interface ProtocolDeps {
  readonly version: string;
}

/** What of the headers the protocol goes by. Of which form the answer is to be, nobody has to say: it is JSON. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
const ALWAYS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** Nothing of it is asked: the message has arrived. */
const ADDRESS = 'https://localhost/mcp';

const INSTRUCTIONS = [
  'Gatehouse runs the doors of gyms. `clubs_list` has the facilities that you reach; most tools take the id of one.',
  'Lists come in pages: what one gives as `next` begins the next one as `after`.',
  'A refusal has a `code` that does not change. 404 is also said of what is there and not yours.',
].join(' ');

type Library = typeof import('@modelcontextprotocol/server');

/**
 * Speaks the Model Context Protocol for one message at a time, in its forms of before 2026 (`initialize`) and since, without
 * sessions and without streams. Its library is loaded for the first who asks, in two parts, with a turn for others after each.
 */
export const createProtocol = ({ version }: ProtocolDeps) => {
  const desks = new WeakMap<Request, ToolDesk>();
  let loading: Promise<{ readonly library: Library; readonly modern: McpHttpHandler }> | undefined;
  const serverFor = (library: Library, desk: ToolDesk): Server => {
    const server = new library.Server(
      { name: 'gatehouse', title: 'Gatehouse', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    const wrong = (text: string) => new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, text);
    server.setRequestHandler('tools/list', async ({ params }) => {
      const page = await desk.list(params?.cursor);
      if (page === undefined) throw wrong('cursor: is not the nextCursor of a page.');
      return page as never;
    });
    server.setRequestHandler('tools/call', async ({ params }) => {
      const result = await desk.call(params.name, params.arguments ?? {});
      if (result === undefined) throw wrong(`Unknown tool: ${params.name.slice(0, 64)}`);
      return result;
    });
    return server;
  };
  const load = async () => {
    await import('@modelcontextprotocol/core');
    await yieldToEventLoop();
    const library = await import('@modelcontextprotocol/server');
    await yieldToEventLoop();
    const modern = library.createMcpHandler(
      ({ requestInfo }) => serverFor(library, desks.get(requestInfo as Request) as ToolDesk),
      { legacy: 'reject' },
    );
    return { library, modern };
  };
  const ready = () => {
    loading ??= load();
    return loading;
  };

  /** A fresh server for each message: what clients of before 2026 begin with `initialize` is kept by nobody. */
  const byLegacy = async (
    library: Library,
    request: Request,
    { message, desk }: { message: Message; desk: ToolDesk },
  ) => {
    const server = serverFor(library, desk);
    const transport = new library.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  };

  return {
    /** Rejects with what the desk does: the library would tell others in its words. */
    answer: async (message: Message, header: (name: string) => string | undefined, at: ToolDesk): Promise<Spoken> => {
      if (message.method === 'subscriptions/listen') return noSuchMethod(message);
      const { library, modern } = await ready();
      const { desk, failures } = watched(at);
      const sent = HEADERS.flatMap((name): [string, string][] => {
        const value = header(name);
        return value === undefined ? [] : [[name, value]];
      });
      const request = new Request(ADDRESS, { method: 'POST', headers: [...Object.entries(ALWAYS), ...sent] });
      desks.set(request, desk);
      const response = (await library.isLegacyRequest(request, message))
        ? await byLegacy(library, request, { message, desk })
        : await modern.fetch(request, { parsedBody: message });
      for (const { cause } of failures) throw cause;
      return { status: response.status, text: await response.text() };
    },
  };
};
export type Protocol = ReturnType<typeof createProtocol>;

/** Nothing is said here unasked, so there is nothing to listen to. */
const noSuchMethod = ({ id, method }: Message): Spoken => ({
  status: 404,
  text: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: `Method not found: ${method}` } }),
});

/** The same desk, and what it has failed with. */
const watched = ({ list, call }: ToolDesk) => {
  const failures: { readonly cause: unknown }[] = [];
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      failures.push({ cause });
      throw new Bug('the tools failed');
    }
  };
  const desk: ToolDesk = { list: (after) => noted(list(after)), call: (...asked) => noted(call(...asked)) };
  return { desk, failures };
};
