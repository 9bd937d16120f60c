import { join } from 'node:path';
import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import type { StartedSide } from './floors.ts';
import type { Piece } from './longest-piece.ts';
import { startProgram } from './program.ts';
import { basicHeader, connectHttps, getText, postText, repeating } from './raw-client.ts';
import { askingSide, type Side } from './side.ts';

const Ready = z.object({
  port: z.number(),
  facilityId: z.string(),
  doorId: z.string(),
  key: z.string(),
  pushKey: z.string(),
  crowdKey: z.string(),
  userKey: z.string(),
  organisationId: z.string(),
  watcherKeys: z.array(z.string()),
  unified: z
    .object({
      organisationId: z.string(),
      key: z.string(),
      token: z.string(),
      /** Of users who follow doors: each may have 10 connections. */
      subscriberTokens: z.array(z.string()),
    })
    .optional(),
});
/** Who reads an organisation with many gyms, by which key and which token, as often as they like. */
export type OfUnified = NonNullable<z.infer<typeof Ready>['unified']>;
const Memory = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
export type Memory = z.infer<typeof Memory>;
const Reported = z.object({ at: z.number() });
const SignIn = z.object({ token: z.string() });
const Pieces = z.object({ cpuMs: z.number(), wallMs: z.number() });

/** A cloud whose box confirms at once, without a device link: the cloud's own share. */
export interface CloudAlone extends StartedSide {
  readonly pid: number;
  readonly port: number;
  readonly facilityId: string;
  /** Of a partner that pushes; another one unlocks. */
  readonly pushKey: string;
  /** Of a partner whose limits are those of everybody. */
  readonly crowdKey: string;
  /** Of a super admin; an organisation may be read as often as anybody likes, the rest has the limits of everybody. */
  readonly userKey: string;
  /** Of users who watch: there are some where consoles are served. */
  readonly watcherKeys: readonly string[];
  /** Where the unified API is served. */
  readonly unified: OfUnified | undefined;
  /** Has all gyms of it read, by `many` alone. */
  many(): Promise<void>;
  /** Reads of one organisation through the platform API. */
  readonly reads: Side;
  /** Bytes that its process takes now. */
  memory(): Promise<Memory>;
  /** Looks at every turn of its event loop from now on. */
  watch(): Promise<unknown>;
  /** Ends that, and tells. */
  longestPiece(): Promise<Piece>;
  /** So many reports of doors a second from now on, where consoles are served. */
  change(perSecond: number): Promise<unknown>;
  /** One report of a door, and when it was there, in ms since 1970. */
  report(): Promise<number>;
  /** What lies behind the `#` of an address that signs in. */
  signInToken(): Promise<string>;
  /** One unlock with these members besides, answered 200 or 400. Resolves with the length of its body. */
  unlockWith(members: string): Promise<number>;
}

/** Its side are unlocks. `webFolder`: where what it bundles for the consoles is kept, if it is to serve any; `unified`: it serves that API too. */
export const cloudAlone = async (
  { keyFile, certificateFile, caPem }: Certificate,
  folder: string,
  { webFolder = '', unified: isUnified = false }: { readonly webFolder?: string; readonly unified?: boolean } = {},
): Promise<CloudAlone> => {
  const args = [join(folder, 'alone.db'), keyFile, certificateFile, webFolder, isUnified ? 'unified' : ''];
  const cloud = await startProgram('cloud-alone', args, Ready);
  const { port, facilityId, doorId, key, pushKey, crowdKey, userKey, organisationId, watcherKeys, unified } =
    cloud.ready;
  const path = `/partner/v1/access-control/doors/${doorId}/unlock`;
  let visits = 0;
  const side = askingSide({ name: 'unlock, cloud alone', pids: { cloud: cloud.pid } }, async () => {
    const connection = await connectHttps(port, caPem);
    const ask = async () => {
      visits += 1;
      const body = JSON.stringify({
        facility_id: facilityId,
        member_id: 'M-1001',
        first_name: 'Ada',
        last_name: 'Byron',
        idempotency_key: `visit-${visits}`,
      });
      const answer = await connection.ask(postText(path, body, basicHeader(key)));
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer);
    };
    return { ask, close: connection.close };
  });
  const read = getText(`/api/organisations/${organisationId}`, { 'x-api-key': userKey });
  const reads = askingSide({ name: 'read of an organisation', pids: { cloud: cloud.pid } }, () =>
    repeating(port, caPem, read),
  );
  return {
    side,
    reads,
    crowdKey,
    userKey,
    unified,
    many: async () => void (await cloud.request({ many: true })),
    pid: cloud.pid,
    port,
    facilityId,
    pushKey,
    watcherKeys,
    change: (perSecond) => cloud.request({ changes: perSecond }),
    report: async () => Reported.parse(await cloud.request({ report: true })).at,
    signInToken: async () => SignIn.parse(await cloud.request({ signIn: true })).token,
    memory: async () => Memory.parse(await cloud.request({})),
    watch: () => cloud.request({ watch: true }),
    longestPiece: async () => Pieces.parse(await cloud.request({ watch: false })),
    unlockWith: async (members) => {
      const request = { facility_id: facilityId, member_id: 'M-1001', first_name: 'Ada', last_name: 'Byron' };
      const body = `${JSON.stringify(request).slice(0, -1)}${members === '' ? '' : ','}${members}}`;
      const connection = await connectHttps(port, caPem);
      const answer = await connection.ask(postText(path, body, basicHeader(key)));
      connection.close();
      if (!/^HTTP\/1.1 (200|400)/.test(answer)) throw new Error(answer);
      return body.length;
    },
    stop: cloud.stop,
  };
};
