import { setAside } from '../store/database.ts';
import { isUnsound, openAccessDb } from './access-db.ts';
import { createPulled } from './pulled.ts';
import { dropRoster, rosterWriter } from './roster.ts';
import { storeProblem } from './soundness.ts';
import type { FromWriter, ToWriter, WriterAnswer } from './writer-messages.ts';

/** Enough for the pages that a transaction touches again and again; the rest is written as it goes. */
const CACHE_KIB = 8_192;

type Order = Exclude<ToWriter, 'end'>;

/** Carries out what is asked of the writer, one order after the other, each one or a few transactions. What the disk says is in the answer. */
export const createOrders = ({ path, rosterPath }: { readonly path: string; readonly rosterPath: string }) => {
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

  const close = (): void => {
    store?.db.close();
    store = undefined;
  };
  const carryOut = (order: Order): WriterAnswer => {
    if (order.do === 'rebuild') {
      close();
      setAside(path, order.nowMs);
      store = open();
      return { to: 'rebuild' };
    }
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
        try {
          db.pragma('busy_timeout = 0');
          db.pragma('wal_checkpoint(TRUNCATE)');
        } finally {
          db.pragma('busy_timeout = 2000');
        }
        return { to: 'tidy' };
      case 'check':
        return { to: 'check', problem: storeProblem(db) };
    }
  };
  return {
    answerTo: (order: Order): FromWriter => {
      try {
        return { id: order.id, answer: carryOut(order) };
      } catch (error) {
        return { id: order.id, failed: (error as Error).message, damage: isUnsound(error) };
      }
    },
    close,
  };
};
