import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCertificate } from './certificate.ts';
import { type CloudAlone, cloudAlone, type OfUnified } from './cloud-side.ts';
import { startCrowd } from './crowd-side.ts';
import { connectHttps, getText, postText, repeating } from './raw-client.ts';
import { askingSide, type Measured, measure, type Side } from './side.ts';
import { type SubscribedRound, startSubscribers } from './subscribers.ts';
import { GYMS } from './unified-gyms.ts';

export interface UnifiedBenchOptions {
  readonly rounds: number;
  readonly forMs: number;
  readonly say: (text: string) => void;
}

/** Everything that one round measured. */
export interface UnifiedRound {
  readonly platform: Measured;
  readonly mirror: Measured;
  readonly oneField: Measured;
  readonly many: Measured;
  readonly gyms: Measured;
  readonly bombs: Readonly<Record<BombName, Measured>>;
  readonly unlock: { readonly alone: Measured; readonly during: Measured };
  readonly subscribed: SubscribedRound;
}

const WARM_UP = 500;
/** Users who each ask as often as they may. */
export const USERS = 10;
const OPERATIONS_A_SECOND = 100 / 60;
const LONGER_MS = 500;

/** What the whole list asks for: gyms, their doors, and how each door is. */
export const gymsQuery = (organisationId: string): string =>
  `{ clubsList(limit: ${GYMS}, organisationId: "${organisationId}") { data { facilityId name doors { data { doorId name } } doorStates { data { doorId lock presence } } } } }`;

const repeated = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');

/** Documents that would cost a lot, if they were carried out, or even looked at by every rule. */
const BOMBS = {
  'levels in one another': `{ ${'node(id: "x") { ... on Door { facility { '.repeat(20)}id${' } } }'.repeat(20)} }`,
  'brackets in one another': `{ a(b: ${'['.repeat(20_000)} }`,
  aliases: `{ ${repeated(1_000, (at) => `a${at}: me { user { email } }`)} }`,
  'fields of one name': `{ me { user { ${repeated(2_000, () => 'email')} } } }`,
  'fragments that spread each other': `{ ...f0 } ${repeated(40, (at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`)} fragment f40 on Query { __typename }`,
  'a fragment that spreads itself': 'fragment a on Query { ...a } { ...a }',
  'pages in pages': `{ orgsList(limit: 200) { data { facilities(limit: 200) { data { doors { data { state { lock } } } } } } } }`,
  directives: `{ me ${'@skip(if: false) '.repeat(1_000)}{ user { email } } }`,
} as const;
export type BombName = keyof typeof BOMBS;
export const BOMB_NAMES = Object.keys(BOMBS) as BombName[];

/** Asks a cloud through its doors in turn, round after round. */
export const runUnifiedBench = async ({
  rounds,
  forMs,
  say,
}: UnifiedBenchOptions): Promise<readonly UnifiedRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const certificate = await newCertificate(folder);
  const cloud = await cloudAlone(certificate, folder, { unified: true });
  try {
    const { unified } = cloud;
    if (unified === undefined) throw new TypeError('the cloud serves no unified API');
    const sides = sidesOf(cloud, unified, certificate.caPem);
    const crowd = await startCrowd(certificate, cloud.port, {
      kind: 'query',
      key: unified.token,
      query: gymsQuery(unified.organisationId),
      users: USERS,
      perSecond: OPERATIONS_A_SECOND,
    });
    const subscribers = await startSubscribers(cloud, certificate);
    try {
      for (const side of [sides.platform, sides.mirror, sides.oneField, sides.gyms]) await measure(side, 1, 1, WARM_UP);
      const measured: UnifiedRound[] = [];
      for (let round = 1; round <= rounds; round++) {
        say(`Round ${round} of ${rounds} …`);
        const once = (side: Side) => measure(side, 1, forMs);
        const [platform, mirror, oneField] = [
          await once(sides.platform),
          await once(sides.mirror),
          await once(sides.oneField),
        ];
        const [many, gyms] = [await once(sides.many), await once(sides.gyms)];
        const bombs: Partial<Record<BombName, Measured>> = {};
        for (const name of BOMB_NAMES) bombs[name] = await measure(sides.bomb(name), 1, forMs / BOMB_NAMES.length);
        const alone = await once(cloud.side);
        await crowd.connect();
        const asking = crowd.forMs(forMs + LONGER_MS);
        const [during] = await Promise.all([once(cloud.side), asking]);
        measured.push({
          platform,
          mirror,
          oneField,
          many,
          gyms,
          bombs: bombs as UnifiedRound['bombs'],
          unlock: { alone, during },
          subscribed: await subscribers.round(forMs),
        });
      }
      return measured;
    } finally {
      await crowd.stop();
      await subscribers.stop();
    }
  } finally {
    await cloud.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const sidesOf = (cloud: CloudAlone, { organisationId, key, token }: OfUnified, caPem: string) => {
  const pids = { cloud: cloud.pid };
  const bearer = { Authorization: `Bearer ${token}`, Accept: 'application/graphql-response+json' };
  const query = (document: string) => postText('/graphql', JSON.stringify({ query: document }), bearer);
  const asking = (name: string, request: string): Side =>
    askingSide({ name, pids }, () => repeating(cloud.port, caPem, request));
  return {
    platform: asking('platform call', getText(`/api/organisations/${organisationId}`, { 'x-api-key': key })),
    mirror: asking('the same by the mirror', getText(`/v1/rest/organisations/${organisationId}`, bearer)),
    oneField: asking('one field of it', query(`{ organisation(organisationId: "${organisationId}") { name } }`)),
    gyms: asking(`${GYMS} gyms, doors, states`, query(gymsQuery(organisationId))),
    many: askingSide({ name: '`many` of them alone', pids }, async () => ({ ask: cloud.many, close: () => undefined })),
    bomb: (name: BombName): Side =>
      askingSide({ name, pids }, async () => {
        const connection = await connectHttps(cloud.port, caPem);
        const ask = async () => {
          const answer = await connection.ask(query(BOMBS[name]));
          if (!answer.startsWith('HTTP/1.1 400')) throw new Error(answer.slice(0, 2_000));
        };
        return { ask, close: connection.close };
      }),
  };
};
