import { parentPort, workerData } from 'node:worker_threads';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { ToWriter } from './writer-messages.ts';
import { createOrders } from './writer-orders.ts';

/*
 * The thread that writes the snapshot, so that a hundred thousand entries keep no door waiting. The main thread reads beside
 * it and sees the whole of a transaction, or nothing of it.
 */

const port = parentPort;
if (port === null) throw new Bug('the writer is a thread of the agent');
const orders = createOrders(workerData as { path: string; rosterPath: string });

port.on('message', (order: ToWriter) => {
  if (order !== 'end') return port.postMessage(orders.answerTo(order));
  orders.close();
  port.close(); // Nothing else keeps the thread.
});
