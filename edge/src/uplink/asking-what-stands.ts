import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { importPublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { WhatStands, WhatStandsAnswer } from '@gatehouse/shared/wire/what-stands.ts';
import type { Doors } from '../door/doors.ts';
import type { DoorsKept } from '../doors-kept/doors-kept.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { SqliteJournal } from '../journal/sqlite-journal.ts';
import type { Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const AGAIN_AFTER = Seconds(2);

export interface AskingDeps {
  readonly identity: { readonly boxId: BoxId };
  readonly cloud: Pick<CloudHttps, 'send'>;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  readonly box: { readonly doorsKept: Pick<DoorsKept, 'doubt' | 'inDoubt' | 'settleAll'> };
  readonly doors: Pick<Doors, 'configs' | 'takeWord'>;
  readonly journal: Pick<SqliteJournal, 'standing'>;
  readonly commandKeys: () => readonly CommandKey[];
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}

/** Asks the cloud what stood over the doors, while this box does not know it, and brings them to that. */
export const createAskingWhatStands = (deps: AskingDeps) => {
  const { cloud, tokens, doors, clock, log } = deps;
  const { boxId } = deps.identity;
  const { doorsKept } = deps.box;
  // What is written down from now on was done by who saw the doors as they are.
  const { epoch, lastSeq } = deps.journal.standing();
  let timer: Timer | undefined;
  let closed = false;

  const ask = async (): Promise<WhatStands | undefined> => {
    const nonce = Buffer.from(deps.random(16)).toString('hex');
    const { token } = await tokens.current('edge');
    const body = { v: 1, nonce, journal: { epoch, lastSeq } };
    const answer = WhatStandsAnswer.parse(
      (await cloud.send({ method: 'POST', path: '/edge/v1/what-stands', token, body })).body,
    );
    if (answer.status === 'waiting') return undefined;
    const keys = deps.commandKeys();
    const verified = verifyJws(answer.jws, (kid) => {
      const key = keys.find((one) => one.kid === kid);
      return key && importPublicKey(key.publicKey);
    });
    const word = verified.ok ? WhatStands.safeParse(verified.payload).data : undefined;
    if (word?.boxId === boxId && word.nonce === nonce) return word;
    log.error({ verified: verified.ok }, 'An answer to what stands over the doors is not the cloud’s.');
    return undefined;
  };
  const take = async (word: WhatStands): Promise<void> => {
    const driven = new Set<DoorId>(doors.configs().map(({ doorId }) => doorId));
    const named = new Set(word.doors.map(({ doorId }) => doorId));
    const failed = await doors.takeWord(word.doors.filter(({ doorId }) => driven.has(doorId)));
    if (failed.length > 0 || [...named].some((doorId) => !driven.has(doorId)) || named.size < driven.size) return;
    doorsKept.settleAll();
    log.info({ doors: named.size }, 'The cloud has said what stands over the doors.');
  };
  const once = async (): Promise<void> => {
    if (closed || doorsKept.doubt() === undefined) return;
    try {
      const word = await ask();
      if (word !== undefined && !closed) await take(word);
    } catch (error) {
      if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
      log.warn({ err: error }, 'The cloud could not be asked what stands over the doors.');
    }
    timer?.cancel();
    const isOpen = doors.configs().some(({ doorId }) => doorsKept.inDoubt(doorId));
    if (!closed && isOpen) timer = clock.after(AGAIN_AFTER, () => void asking.ask());
  };
  const asking = oneAtATime(once);
  return {
    /** The doors are there, and so is the cloud. Never rejects. */
    ask: asking.ask,
    close: () => {
      closed = true;
      timer?.cancel();
    },
  };
};
