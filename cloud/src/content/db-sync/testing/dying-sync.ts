import { carryOutOrder } from '../carry-out-order.ts';
import type { SyncOrder } from '../run-sync.ts';

/** A process that syncs, and is killed as it tells its line of that number. Lines: one a table as it is read, one as it is put in place. */
const [order = '', dies = ''] = process.argv.slice(2);
let lines = 0;
const watching = {
  tell: () => {
    if (++lines === Number(dies)) process.kill(process.pid, 'SIGKILL');
  },
  alone: (swap: () => Promise<void>) => swap(),
};
await carryOutOrder(JSON.parse(order) as SyncOrder, watching);
