import type { TLSSocket } from 'node:tls';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { type CommandKey, SignedTime, TimeAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import type { ClockTrust, CloudWord } from '../clock/clock-trust.ts';
import type { Log } from '../log.ts';
import { type CloudDates, type Dates, dialCloud, isAboutDates } from './cloud-dial.ts';
import { CloudRefusal, cloudHttps } from './cloud-https.ts';

const NONCE_BYTES = 16;
/** A cloud of a release that signs no time is not asked again for so long. */
const NOT_ASKED_FOR_MS = Hours(1);
/** A cloud that cannot say the time just now is not asked at every beacon. */
const AGAIN_AFTER_MS = Minutes(1);
/** The monotonic clock carries a signed time on, and drifts by seconds a day. */
const ASKED_ANEW_AFTER_MS = Hours(1);

export interface CloudTime extends CloudDates {
  /** A checked connection, by the healed time where the machine's is wrong. */
  dial(to: { readonly host: string; readonly port: number }): Promise<TLSSocket>;
  /** The cloud's clock, in answer to a beacon: where it is another than ours, the cloud is asked to sign it. */
  heard(word: CloudWord): void;
}

type Outcome = 'believed' | 'unsupported' | 'failed';

/**
 * Keeps the box's time right by the cloud's word alone. Where the dates of the cloud's certificate seem wrong, one question
 * goes out over a connection whose chain and name were checked and whose dates were not: a nonce. Nothing else ever does. The
 * answer counts if a pinned command key has signed it for that nonce, and by that time the dates are judged from then on.
 */
export const createCloudTime = (deps: {
  readonly url: string;
  readonly ca: string;
  /** Pinned at the claim: before it nobody can say the time. */
  readonly commandKeys: () => readonly CommandKey[];
  readonly trust: Pick<ClockTrust, 'signedMs' | 'confirmSigned' | 'agrees' | 'confirm'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}): CloudTime => {
  const { ca, trust, clock, log } = deps;
  let asking: Promise<Outcome> | undefined;
  let unsupportedUntilMs = 0;
  let quietUntilMs = 0;
  let believedMs = Number.NEGATIVE_INFINITY;

  const question = async (): Promise<Outcome> => {
    const keys = deps.commandKeys();
    if (keys.length === 0) {
      log.error('The dates of the cloud’s certificate do not hold by this clock. Set it: before the claim nobody can.');
      return 'failed';
    }
    const nonce = Buffer.from(deps.random(NONCE_BYTES)).toString('base64url');
    // Used for this, once.
    const once = cloudHttps({ ...deps, time: { dates: () => 'any', heal: async () => false } });
    const sentMonoMs = clock.monoMs();
    try {
      const { body } = await once.send({ method: 'GET', path: `/edge/v1/time?nonce=${nonce}` });
      const said = readTime(TimeAnswer.parse(body).jws, keys);
      if (said?.nonce !== nonce) throw new Error('the time is not signed by a command key, for this question');
      if (!trust.confirmSigned({ cloudWallMs: said.wallMs, sentMonoMs }))
        throw new Error('it came too late, or lies before a time that was signed earlier');
      believedMs = clock.monoMs();
      log.warn({ time: new Date(said.wallMs).toISOString() }, 'The cloud has signed what time it is.');
      return 'believed';
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 404) {
        unsupportedUntilMs = clock.monoMs() + NOT_ASKED_FOR_MS;
        return 'unsupported';
      }
      log.warn({ err: error }, 'The cloud could not be asked what time it is.');
      return 'failed';
    } finally {
      once.close();
    }
  };
  const ask = (): Promise<Outcome> => {
    if (clock.monoMs() < unsupportedUntilMs) return Promise.resolve('unsupported');
    asking ??= question().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  const dates = (): Dates => {
    const atMs = trust.signedMs();
    return atMs === undefined ? 'machine' : { atMs };
  };
  const heal = async (): Promise<boolean> => (await ask()) === 'believed' && dates() !== 'machine';
  const dial: CloudTime['dial'] = (to) => dialCloud({ ...to, ca, clock, dates: dates() });
  return {
    dates,
    heal,
    dial: async (to) => {
      try {
        return await dial(to);
      } catch (error) {
        if (!isAboutDates(error) || !(await heal())) throw error;
        return await dial(to);
      }
    },
    heard: (word) => {
      const due = trust.signedMs() !== undefined && clock.monoMs() - believedMs > ASKED_ANEW_AFTER_MS;
      if (trust.agrees(word) && !due) return trust.confirm(word);
      if (clock.monoMs() < quietUntilMs) return;
      void ask().then((outcome) => {
        if (outcome === 'unsupported') trust.confirm(word);
        else if (outcome === 'failed') quietUntilMs = clock.monoMs() + AGAIN_AFTER_MS;
      });
    },
  };
};

const readTime = (jws: string, keys: readonly CommandKey[]): SignedTime | undefined => {
  const verified = verifyJws(jws, (kid) => {
    const key = keys.find((one) => one.kid === kid);
    return key && importPublicKey(key.publicKey);
  });
  return verified.ok ? SignedTime.safeParse(verified.payload).data : undefined;
};
