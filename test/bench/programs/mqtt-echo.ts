import { readFileSync } from 'node:fs';
import { createMqttLink } from '@gatehouse/firmware-sim/buses/mqtt/link.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { clientTopic } from '@gatehouse/shared/local/topics.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** A client of the box's broker that sends back what it is sent, by the connection that simulated controllers use. */
const [name = '', url = '', caFile = '', password = ''] = process.argv.slice(2);
const link = createMqttLink({
  clock: systemClock,
  name,
  plan: { url, ca: readFileSync(caFile, 'utf8'), password },
  filter: clientTopic(name, 'down', '+'),
  onUp: () => announceReady({}),
  onDown: () => undefined,
  onMessage: (_topic, payload) => link.publish(clientTopic(name, 'up', 'state'), payload, 0),
});
onStop(async () => link.close());
