import { parentPort, workerData } from 'node:worker_threads';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { setAside } from '../store/database.ts';
import { isUnsound, openAccessDb } from './access-db.ts';
import { createPulled } from './pulled.ts';
import { dropRoster, rosterWriter } from './roster.ts';
import { storeProblem } from './soundness.ts';
import type { FromWriter, ToWriter, WriterAnswer } from './writer-messages.ts';

/*
 * The thread that writes the snapshot, so that a hundred thousand entries keep no door waiting. Every order is one or a few
 * transactions; the main thread reads beside them and sees the whole of one, or nothing of it.
 */

/** Enough for the pages that a transaction touches again and again; the rest is written as it goes. */
const CACHE_KIB = 8_192;

const { path, rosterPath } = workerData as { path: string; rosterPath: string };
const port = parentPort;
if (port === null) throw new Bug('the writer is a thread of the agent');

const open = () => {
  const db = openAccessDb(path, CACHE_KIB);
  try {
    return { db, pulled: createPulled(db, rosterWriter(db, rosterPath)) };
  } catch (error) {
    db.close();
    throw error;
  }
};
let store: ReturnType<typeof open> | undefined;

const rebuild = (nowMs: number): WriterAnswer => {
  store?.db.close();
  store = undefined;
  setAside(path, nowMs);
  store = open();
  return { to: 'rebuild' };
};

type Order = Exclude<ToWriter, 'end'>;

const carryOut = (order: Order): WriterAnswer => {
  if (order.do === 'rebuild') return rebuild(order.nowMs);
  store ??= open();
  const { db, pulled } = store;
  switch (order.do) {
    case 'cursor':
      return { to: 'cursor', cursor: pulled.cursorOf(order.facilityId) };
    case 'page':
      return { to: 'page', outcome: pulled.page(order.bytes, order.facilityId) };
    case 'zones':
      return { to: 'zones', outcome: pulled.zones(order.bytes, order.hash) };
    case 'clear':
      pulled.clear();
      dropRoster(rosterPath);
      return { to: 'clear' };
    case 'tidy':
      db.pragma('busy_timeout = 0');
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.pragma('busy_timeout = 2000');
      return { to: 'tidy' };
    case 'check':
      return { to: 'check', problem: storeProblem(db) };
  }
};

const answerTo = (order: Order): FromWriter => {
  try {
    return { id: order.id, answer: carryOut(order) };
  } catch (error) {
    return { id: order.id, failed: (error as Error).message, damage: isUnsound(error) };
  }
};

port.on('message', (order: ToWriter) => {
  if (order !== 'end') return port.postMessage(answerTo(order));
  store?.db.close();
  port.close(); // Nothing else keeps the thread.
});
