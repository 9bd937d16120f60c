import { describe, expect, it } from 'vitest';
import { declarations } from '../areas.ts';
import { type OpenApiDocument, type Operation, operationsOf, resolved, type Schema } from '../documents/document.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { examplesOf } from '../kit/http/example-of.ts';
import { openApiOf } from '../kit/http/openapi.ts';
import { platformSurface } from '../platform/users/platform-surface.ts';

const endpoints = declarations;
const document = openApiOf(platformSurface, endpoints) as unknown as OpenApiDocument;
const operations = operationsOf(document);
const declared = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint as AnyEndpoint]));

/** Words for a place in a list that other APIs use; here it is `after`. */
const OTHER_WORDS = ['cursor', 'offset', 'before', 'until', 'page', 'nextToken', 'skip'];
/** Lists whose pages were given to us by their numbers. */
const NUMBERED: readonly string[] = ['ai-credits.logs', 'ai-credits.logs-histogram'];
/** Single things that hold a list beside something else. */
const NO_LISTS: Readonly<Record<string, string>> = {
  'members.export': 'one export, and what it could not hold',
};

/** What is handed to browsers as it is has the names of their standard. */
const OF_BROWSERS: Readonly<Record<string, readonly string[]>> = {
  'passkeys.options': ['rp.id', 'user.id', 'excludeCredentials[].id'],
};
/** Fields that were given to us with this name: of a charge within its template, of who changed that, and of who set what for AI credit. */
const ID_GIVEN = ['customCharges[].id', 'changeLog[].by.id', 'by.id'].flatMap((path) => [path, `data[].${path}`]);

/** Paths that were given to us with a name of their own for the facility. Every other calls it as fields do. */
const FACILITY_PARAMS: Readonly<Record<string, string>> = {
  'agreements.list-of-club': 'club',
  'agreements.sign': 'club',
  'ai-credits.activity': 'clubID',
  'ai-credits.agents': 'clubID',
  'ai-credits.available-periods': 'clubID',
  'ai-credits.change-config': 'clubID',
  'ai-credits.change-key': 'clubID',
  'ai-credits.confirm-topup': 'clubID',
  'ai-credits.delete-key': 'clubID',
  'ai-credits.enable': 'clubID',
  'ai-credits.grant-credit': 'clubID',
  'ai-credits.guardrails': 'clubID',
  'ai-credits.list-keys': 'clubID',
  'ai-credits.logs': 'clubID',
  'ai-credits.logs-histogram': 'clubID',
  'ai-credits.make-key': 'clubID',
  'ai-credits.models': 'clubID',
  'ai-credits.overview': 'clubID',
  'ai-credits.payment-method': 'clubID',
  'ai-credits.receipt': 'clubID',
  'ai-credits.receipts': 'clubID',
  'ai-credits.reset-total': 'clubID',
  'ai-credits.spend-limit-history': 'clubID',
  'ai-credits.statement-detail': 'clubID',
  'ai-credits.stats': 'clubID',
  'ai-credits.topup': 'clubID',
  'ai-credits.transactions': 'clubID',
  'ai-credits.try-guardrails': 'clubID',
  'ai-credits.usage': 'clubID',
  'ai-credits.usage-statement': 'clubID',
  'ai-credits.usage-statements': 'clubID',
  'billing.resolve-profile': 'clubID',
  'billing-analytics.read': 'clubID',
  'charges-config.read-facility': 'club',
  'clubs.move': 'club',
  'devices.add': 'club',
  'devices.list': 'club',
  'devices.move': 'club',
  'devices.reset-screen': 'club',
  'devices.router-page': 'facilityID',
  'devices.test-network-controller': 'facilityID',
  'devices.update': 'club',
  'door-controllers.associate': 'club',
  'door-controllers.decommission': 'club',
  'door-controllers.update': 'club',
  'environment.read': 'clubId',
  'listings.put': 'club',
  'listings.read-facility': 'clubId',
  'rates.resolve': 'clubID',
  'model-router-admin.adjust': 'clubID',
  'model-router-admin.auto-recharge': 'clubID',
  'model-router-admin.pause': 'clubID',
  'model-router-admin.read': 'clubID',
  'model-router-admin.receipt': 'clubID',
  'model-router-admin.transactions': 'clubID',
  'model-router-admin.usage-statement': 'clubID',
  'model-router-admin.usage-statements': 'clubID',
  'payproc.cancel-payment-intent': 'club',
  'payproc.connect-account-details': 'club',
  'payproc.enable-apple-pay-google-pay': 'club',
  'payproc.generate-kyc-token': 'club',
  'payproc.list-balance-transactions': 'club',
  'payproc.list-charges': 'club',
  'payproc.list-payment-intents': 'club',
  'payproc.list-payouts': 'club',
  'payproc.list-records': 'club',
  'smart-club.read': 'club_id',
  'store.update-club': 'clubID',
};

/** Where a body has several lists of doors, each is called by what is done with them. */
const TWO_LISTS: Readonly<Record<string, readonly string[]>> = { 'door-controllers.update': ['assign', 'release'] };

const partsOf = (schema: Schema): readonly Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
];

/** Every property that a schema has at any depth, by its path. */
function* propertiesOf(schema: Schema, path = '', seen: readonly Schema[] = []): Generator<[string, Schema]> {
  const own = resolved(document, schema);
  if (seen.includes(own)) return;
  const within = [...seen, own];
  for (const part of partsOf(own)) yield* propertiesOf(part, path, within);
  if (own.items) yield* propertiesOf(own.items, `${path}[]`, within);
  for (const [name, property] of Object.entries(own.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    yield [at, property];
    yield* propertiesOf(property, at, within);
  }
}

/** A fixed word says what it is by itself. */
const isDescribed = (schema: Schema): boolean =>
  schema.description !== undefined ||
  schema.const !== undefined ||
  resolved(document, schema).description !== undefined;

/** A list of ids of doors: by their schema, or as its name and its texts say. */
const isListOfDoors = ([path, schema]: readonly [string, Schema]): boolean => {
  const { type, items = {} } = resolved(document, schema);
  const named = /(^|\.)door(s|Ids)$/i.test(path) && items.type === 'string';
  return type === 'array' && (named || items.$ref === '#/components/schemas/DoorId');
};

const successSchema = ({ responses }: Operation): Schema => {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return resolved(document, answer?.content['application/json']?.schema ?? {});
};
const hasExample = (media: { readonly example?: unknown; readonly examples?: object } | undefined): boolean =>
  media === undefined || media.example !== undefined || media.examples !== undefined;

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (id, operation) => {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const success = successSchema(operation);

  it('describes every parameter and every property of its body', () => {
    const plain = [
      ...operation.parameters
        .filter(({ description, schema }) => !description && !isDescribed(schema))
        .map(({ name }) => name),
      ...[...propertiesOf(operation.body?.schema ?? {})]
        .filter(([, schema]) => !isDescribed(schema))
        .map(([path]) => path),
    ];
    expect(plain).toEqual([]);
  });

  it('shows an example of what it takes and of what it answers, and each fits', () => {
    const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
    expect({ body: hasExample(operation.body), answer: hasExample(answer?.content['application/json']) }).toEqual({
      body: true,
      answer: true,
    });
    const schemas = declared.get(id) as AnyEndpoint;
    const examples = examplesOf(schemas);
    schemas.params?.parse(examples.params);
    if (examples.query !== undefined) schemas.query?.parse(examples.query);
    schemas.body?.parse(examples.body);
    schemas.success.schema?.parse(examples.success);
  });

  it('calls a list `data`, and its pages `after` and `next`', () => {
    const lists = Object.entries(success.properties ?? {}).filter(
      ([, schema]) => resolved(document, schema).type === 'array',
    );
    const inBody = [...propertiesOf(operation.body?.schema ?? {})].map(([path]) => path);
    const asked = inBody.includes('limit') ? [...queries, ...inBody] : queries;
    expect(asked.filter((name) => OTHER_WORDS.includes(name))).toEqual(NUMBERED.includes(id) ? ['page'] : []);
    const { data } = success.properties ?? {};
    if (data !== undefined) expect(resolved(document, data).type, 'a single thing answers itself').toBe('array');
    const looksLikeOne = lists.length === 1 && Object.keys(success.properties ?? {}).length <= 2;
    const isList = id.endsWith('.list') || (looksLikeOne && !(id in NO_LISTS));
    if (isList) expect(lists.map(([name]) => name)).toContain('data');
    if (queries.includes('limit')) {
      expect(queries).toContain('after');
      expect(Object.keys(success.properties ?? {})).toEqual(expect.arrayContaining(['data', 'next']));
    }
  });

  it('D6 calls a facility `facilityId` and a list of doors `doorIds`', () => {
    const facilities = operation.parameters.map(({ name }) => name).filter((name) => /club|facility/i.test(name));
    for (const name of facilities) expect(name).toBe(FACILITY_PARAMS[id] ?? 'facilityId');
    const schemas = [operation.body?.schema ?? {}, success];
    const lists = schemas
      .flatMap((schema) => [...propertiesOf(schema)])
      .filter(isListOfDoors)
      .map(([path]) => path.split('.').at(-1));
    expect(lists.filter((name) => name !== 'doorIds')).toEqual(TWO_LISTS[id] ?? []);
  });

  it('says of every id whose it is', () => {
    // Of `writtenBy` and its like, the `kind` beside it says so.
    const ids = [...propertiesOf(success)].map(([path]) => path).filter((path) => /(^|(?<!By)\.)id$/.test(path));
    expect(ids.filter((path) => !ID_GIVEN.includes(path))).toEqual(OF_BROWSERS[id] ?? []);
  });
});
