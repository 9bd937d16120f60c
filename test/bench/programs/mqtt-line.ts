import { aBroker } from '@gatehouse/edge/broker/broker.kit.ts';
import { BROKER_LIMITS } from '@gatehouse/edge/broker/limits.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { eventually } from '../../kit/eventually.ts';
import { serveLine } from '../line-program.ts';

/** The box's own broker with the driver of its controllers in one process, as they are in the agent. */
const [controller = '', echo = ''] = process.argv.slice(2);
// Readings without a pause are more than a controller is let say.
const asMuchAsItCan = { perSecond: 1_000_000, burst: 1_000_000 };
const broker = await aBroker({ packets: { ...BROKER_LIMITS.packets, controller: asMuchAsItCan } });
for (const name of [controller, echo]) broker.add(name, 'controller');

/** As long as an order to a controller is. */
const payload = {
  v: 1,
  id: 'abcdefgh-1',
  boot: '0123456789abcdef',
  notAfterMonoMs: 1_234.567,
  op: 'pulse',
  forMs: 300,
};
let heard = (): void => undefined;
broker.hub.listen(echo, { onMessage: () => heard() });
const roundTrip = async (): Promise<void> => {
  if (!broker.hub.connected(echo))
    await eventually(() => broker.hub.connected(echo), 'the client that echoes is there', Seconds(4));
  await new Promise<void>((resolve) => {
    heard = resolve;
    broker.hub.send(echo, { name: 'command', payload });
  });
};

serveLine({ kind: 'mqtt', config: { controllers: { 1: controller } }, local: broker.hub, roundTrip });
onStop(broker.close);
announceReady({
  url: `mqtts://localhost:${broker.port}`,
  caPem: broker.authority.certificatePem,
  passwords: { controller: broker.password(controller), echo: broker.password(echo) },
});
