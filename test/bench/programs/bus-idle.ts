import type { DriverKind } from '@gatehouse/edge/drivers/registry.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { eventually } from '../../kit/eventually.ts';
import { openRack, watchBoard } from '../watched-board.ts';

/** A line that nobody uses: its boards watched and its readers polled as the agent does all day. */
const [kind = '', config = '{}', watched = '', inputs = '0'] = process.argv.slice(2);
const rack = openRack(kind as DriverKind, JSON.parse(config));
if (watched === 'board') await watchBoard(rack, Number(inputs));
else {
  const reader = await rack.reader('line', 1);
  reader?.listen({ took: () => undefined, changed: () => undefined });
  await eventually(() => reader?.standing().state === 'online', 'the reader is there', Seconds(30));
}
onStop(() => rack.close());
announceReady({});
