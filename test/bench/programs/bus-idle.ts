import { createBusRack } from '@gatehouse/edge/door/bus-rack.ts';
import type { DriverKind } from '@gatehouse/edge/drivers/registry.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** A line that nobody uses: its boards watched and its readers polled as the agent does all day. */
const [kind = '', config = '{}', watched = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const rack = createBusRack({
  buses: { line: { kind: kind as DriverKind, ...JSON.parse(config) } },
  clock: systemClock,
  log,
  record: () => undefined,
});
if (watched === 'board') {
  const station = await rack.station({ bus: 'line', unit: 1, channel: 0 });
  station.watch({ inputs: 2, busy: () => false, onReading: () => undefined, onState: () => undefined });
} else {
  const reader = await rack.reader('line', 1);
  reader?.listen({ took: () => undefined, changed: () => undefined });
}
onStop(() => rack.close());
announceReady({});
