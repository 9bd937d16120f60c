import { z } from 'zod';
import { decided, reply } from '../../kit/http/endpoint.ts';
import { bytesAnswer } from '../../kit/http/media.ts';
import type { CallersOf } from '../graphql/asked-for.ts';
import type { GraphCaller } from '../graphql/graphql.module.ts';
import { MCP_PATH, mcpEndpoint } from './mcp-surface.ts';
import type { Protocol } from './protocol.ts';
import { type createToolDesks, seenBy } from './tool-desk.ts';

interface Deps {
  readonly mcp: {
    readonly protocol: Protocol;
    readonly deskFor: ReturnType<typeof createToolDesks>;
    readonly callersFor: (caller: GraphCaller) => CallersOf;
  };
}

const JSON_TYPE = 'application/json';

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0').describe('The version of JSON-RPC.'),
    id: z
      .union([z.string().max(200), z.number()])
      .optional()
      .describe('What the answer is to carry. Without it nothing is answered.'),
    method: z
      .string()
      .max(100)
      .describe('`tools/list`, `tools/call`, `server/discover`, or `initialize` of clients of before 2026.'),
    params: z.looseObject({}).optional().describe('As the method takes them.'),
  })
  .meta({ id: 'McpMessage' });

export const askMcp = mcpEndpoint<Deps>()({
  id: 'mcp.ask',
  method: 'POST',
  unit: 'own',
  path: MCP_PATH,
  summary: 'List tools, and call them',
  description:
    'One message of the Model Context Protocol, in its forms of 2025-11-25 and before, and of 2026-07-28. There are no sessions and no streams: GET and DELETE are 405, and the answer is one JSON message, or 202 to what asks for nothing. A refusal of a tool is a result with `isError`, with the code, the status and the message that the endpoint answers through every door; what is wrong with the message itself is an error of JSON-RPC. Several messages at once are refused.',
  gate: { needs: 'a token' },
  body: Message,
  success: { status: 200, description: 'The answer, a message of JSON-RPC.', bytes: [JSON_TYPE] },
  examples: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } },
  faults: {},
  audit: { event: 'mcp.asked', target: ({ body }) => body.method },
  handle: async ({ mcp: { protocol, deskFor, callersFor } }, { body }, call) => {
    let isCalled = false;
    const ask: typeof call.ask = (...asked) => {
      isCalled = true;
      return call.ask(...asked);
    };
    const callers = callersFor(call.caller);
    const desk = deskFor({ ...call, ask }, { callers, sees: () => seenBy(callers, call) });
    const { status, text } = await protocol.answer(body, call.header, desk);
    if (!isCalled && isRefusal(text))
      await call.write(async () => decided(undefined, { outcome: 'invalid_request', status: 400 }));
    return reply(bytesAnswer({ type: `${JSON_TYPE}; charset=utf-8`, bytes: Buffer.from(text) }), {}, status);
  },
});

/** Whether the message itself was wrong. What is longer than that says something. */
const isRefusal = (text: string): boolean => text !== '' && text.length <= REFUSAL_MAX && 'error' in JSON.parse(text);
const REFUSAL_MAX = 4_000;
