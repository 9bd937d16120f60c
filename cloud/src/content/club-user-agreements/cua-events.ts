import { createHash } from 'node:crypto';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { browserOf } from '../agreements/agreements.module.ts';
import { type CuaEventRow, cuaRepo } from './club-user-agreements.repo.ts';

/** Who did something, and from where. */
export interface CameBy {
  /** An actor. */
  readonly by: string;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
}

const hashOf = (before: string, { hash: _own, ...event }: CuaEventRow): string =>
  createHash('sha256')
    .update(canonicalJson({ before, ...event, seq: Number(event.seq), at: Number(event.at) }))
    .digest('hex');

/** Adds to what has happened: each has the hash of itself and of the one before, so that none can be left out later. */
export const addEvent = async (tx: Tx, cuaId: string, kind: string, at: number, { by, ...from }: CameBy) => {
  const last = (await cuaRepo(tx).events(cuaId)).at(-1);
  const event: CuaEventRow = {
    cua_id: cuaId,
    seq: Number(last?.seq ?? 0) + 1,
    at,
    kind,
    by_actor: by,
    remote_address: from.remoteAddress,
    user_agent: browserOf(from.userAgent),
    hash: '',
  };
  await cuaRepo(tx).insertEvent({ ...event, hash: hashOf(last?.hash ?? '', event) });
};

/** Whether each is what was written, in its place. */
export const isWhole = (events: readonly CuaEventRow[]): boolean =>
  events.every((event, at) => Number(event.seq) === at + 1 && event.hash === hashOf(events[at - 1]?.hash ?? '', event));
