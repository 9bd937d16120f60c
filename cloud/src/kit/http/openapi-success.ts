import type { AnyEndpoint } from './endpoint.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { examplesOf } from './example-of.ts';
import type { Components, JsonObject } from './json-schema.ts';
import { headers } from './openapi-headers.ts';
import { takesIdempotencyKey } from './replies.ts';
import type { SocketRule } from './sockets.ts';
import type { RequestHeader } from './surfaces.ts';

/** What an endpoint answers when it goes well, by status. */
export const successesOf = (endpoint: AnyEndpoint, components: Components): JsonObject => {
  const { success } = endpoint;
  const { schema } = success;
  const replayed = takesIdempotencyKey(endpoint) || endpoint.ownIdempotency ? (['Idempotent-Replayed'] as const) : [];
  const told = headers('X-Request-Id', 'RateLimit-Policy', 'RateLimit', ...replayed);
  if (success.socket !== undefined) return { [success.status]: { description: success.description, headers: told } };
  if (schema === undefined) return mediaOf(endpoint, told);
  return Object.fromEntries(
    [success, ...(success.also === undefined ? [] : [success.also])].map(({ status, description }) => [
      status,
      {
        description,
        headers: told,
        content: json(
          components.schemaOf(schema, 'output'),
          status === success.status ? examplesOf(endpoint).success : undefined,
          endpoint.surface.jsonTypes,
        ),
      },
    ]),
  );
};

/** A schema, and an example of it, under each of the media types. */
export const json = (
  schema: JsonObject,
  example: unknown,
  types: readonly string[] = ['application/json'],
): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema, ...(example === undefined ? {} : { example }) }]));

const mediaOf = ({ success, method }: AnyEndpoint, told: JsonObject): JsonObject => {
  const { status, description, bytes, stream = [] } = success;
  const content = Object.fromEntries((bytes ?? stream).map((type) => [type, { schema: textOrBytes(type) }]));
  const whole = { [status]: { description, headers: told, content } };
  if (bytes === undefined || method !== 'GET') return whole;
  return {
    ...whole,
    206: {
      description: 'The part that the Range header asks for.',
      headers: { ...told, 'Content-Range': CONTENT_RANGE },
      content,
    },
    304: { description: 'The caller has it already, by the tag in If-None-Match.', headers: told },
  };
};

const textOrBytes = (type: string): JsonObject =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };

const CONTENT_RANGE = {
  description: 'Which bytes these are, and of how many.',
  schema: { type: 'string', examples: ['bytes 0-1023/146515'] },
};

/** The headers by which a request asks for a part, for what is new, or for what comes after an event. */
export const mediaHeaders = ({ success, method }: AnyEndpoint): readonly RequestHeader[] => {
  if (success.socket !== undefined) return [protocolHeader(success.socket.protocols)];
  if (success.stream?.includes(EVENT_STREAM)) return [LAST_EVENT_ID];
  return success.bytes !== undefined && method === 'GET' ? [RANGE, IF_NONE_MATCH] : [];
};

const header = (name: string, description: string, example: string): RequestHeader => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 200, examples: [example] },
});
const RANGE = header(
  'Range',
  'Asks for one part, by its first and last byte. Several parts are answered with all of it.',
  'bytes=0-1023',
);
const IF_NONE_MATCH = header('If-None-Match', 'The ETag of what the caller has: it is not sent again.', '"5f2a"');
const protocolHeader = ([first, ...others]: SocketRule['protocols']): RequestHeader =>
  header('Sec-WebSocket-Protocol', `What is spoken: ${[first, ...others].join(' or ')}.`, first);
const LAST_EVENT_ID = header('Last-Event-ID', 'The id of the last event that the caller has seen.', '42');
