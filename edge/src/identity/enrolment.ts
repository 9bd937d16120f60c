import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ClaimAnswer, CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Slot } from '../store/box-store.ts';
import { createBackOff } from './back-off.ts';
import type { BoxIdentity } from './box-identity.ts';
import { type ClaimCodeSource, claimCodeHash } from './claim-code.ts';
import { createClaimPage } from './claim-page.ts';
import { type CloudHttps, CloudRefusal } from './cloud-https.ts';

/** Whose box this is, and the keys whose commands it obeys: pinned at the claim. */
export const Enrolment = z.strictObject({ facilityId: FacilityId, commandKeys: z.array(CommandKey).min(1).max(2) });
export type Enrolment = z.infer<typeof Enrolment>;

/** How often the cloud is asked, by how long it has been: a script types the code at once, a person within a minute, then hardly anybody. */
const ASK_AT_FIRST = Seconds(0.2);
const AT_FIRST_FOR_MS = Seconds(3);
const ASK_OFTEN = Seconds(0.5);
const OFTEN_FOR_MS = Seconds(60);
const ASK_SELDOM = Seconds(5);

const waitAfter = (elapsedMs: number): Duration => {
  if (elapsedMs < AT_FIRST_FOR_MS) return ASK_AT_FIRST;
  return elapsedMs < OFTEN_FOR_MS ? ASK_OFTEN : ASK_SELDOM;
};

export interface Enroller {
  current(): Enrolment | undefined;
  /** The code that staff type to claim this box; `undefined` while it needs none. */
  claimCode(): string | undefined;
  /** The page on which they do that in a browser; `undefined` while it is not known. */
  claimPage(): string | undefined;
  start(): void;
  /** The cloud does not know this box (any more): show a code and ask to be claimed again. */
  reopen(): void;
  /** Takes the cloud's newer list of command keys, told over authenticated TLS. */
  rotateKeys(commandKeys: Enrolment['commandKeys']): void;
  close(): void;
}

export const createEnroller = (deps: {
  readonly identity: BoxIdentity;
  readonly cloud: CloudHttps;
  readonly slot: Slot<Enrolment>;
  readonly codes: ClaimCodeSource;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
  /** The box was claimed, perhaps for another facility than before. */
  readonly onClaimed: (now: Enrolment, before: Enrolment | undefined) => void;
}): Enroller => {
  const { identity, cloud, slot, codes, clock, log } = deps;
  const backOff = createBackOff({ first: Seconds(1), max: Seconds(30), random: deps.random });
  const page = createClaimPage({ cloud, log });
  let enrolment = slot.load();
  let asking = false;
  let closed = false;
  let startedMs = 0;
  let timer: Timer | undefined;

  /** The code of which the cloud takes a hash only: it is of an earlier release, or was when this code was new. */
  let hashed: string | undefined;
  const claim = async (code: { v: 2; code: string } | { v: 1; codeHash: string }) => {
    const { boxId, publicKey, signingKey } = identity;
    const body = { proof: signJws({ ...code, boxId, publicKey }, signingKey) };
    return ClaimAnswer.parse((await cloud.send({ method: 'POST', path: '/edge/v1/claims', body })).body);
  };
  const ask = async (): Promise<ClaimAnswer> => {
    const code = codes.current();
    try {
      if (hashed !== code) return await claim({ v: 2, code });
    } catch (error) {
      if (!(error instanceof CloudRefusal)) throw error;
      if (error.code === 'claim_code_taken') codes.renew();
      if (error.code !== 'proof_refused') throw error;
    }
    const answer = await claim({ v: 1, codeHash: claimCodeHash(identity.boxId, code) });
    hashed = code;
    return answer;
  };
  const accept = (now: Enrolment) => {
    const before = enrolment;
    slot.keep(now);
    enrolment = now;
    asking = false;
    log.info({ facilityId: now.facilityId }, 'This box is claimed.');
    deps.onClaimed(now, before);
  };
  /** One question; resolves with the wait before the next, or `undefined` when none is needed. */
  const round = async (): Promise<Duration | undefined> => {
    try {
      const answer = await ask();
      backOff.reset();
      if (closed) return undefined;
      if (answer.status === 'waiting') {
        await page.lookUp(codes.current());
        return closed ? undefined : waitAfter(clock.monoMs() - startedMs);
      }
      accept({ facilityId: answer.facilityId, commandKeys: answer.commandKeys });
      return undefined;
    } catch (error) {
      log.warn({ err: error }, 'The cloud could not be asked whether this box is claimed.');
      return backOff.next();
    }
  };
  const loop = async () => {
    timer = undefined;
    const wait = await round();
    if (wait !== undefined && !closed) timer = clock.after(wait, loop);
  };
  const begin = () => {
    // A box that lost its key would be another one: that is for people to decide.
    if (asking || closed || identity.lost !== undefined) return;
    asking = true;
    startedMs = clock.monoMs();
    void loop();
  };

  return {
    current: () => enrolment,
    claimCode: () => (identity.lost === undefined && (enrolment === undefined || asking) ? codes.current() : undefined),
    claimPage: page.url,
    start: () => {
      if (enrolment === undefined) begin();
    },
    reopen: begin,
    rotateKeys: (commandKeys) => {
      if (enrolment === undefined || JSON.stringify(enrolment.commandKeys) === JSON.stringify(commandKeys)) return;
      enrolment = { ...enrolment, commandKeys };
      slot.keep(enrolment);
      log.info({ kids: commandKeys.map((key) => key.kid) }, 'The cloud’s command keys changed.');
    },
    close: () => {
      closed = true;
      timer?.cancel();
    },
  };
};
