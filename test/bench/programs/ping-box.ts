import { readFileSync } from 'node:fs';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { downTopic, LINK_QOS, replyTopic } from '@gatehouse/shared/wire/message.ts';
import { connectAsync } from 'mqtt';

/** The box's end: sends back what it is sent. MQTT.js, set up as the agent does. */
const [id = '', url = '', token = '', replica = '', caFile = ''] = process.argv.slice(2);
const boxId = BoxId.parse(id);
const client = await connectAsync(url, {
  protocolVersion: 4,
  clean: true,
  clientId: boxId,
  username: boxId,
  password: token,
  ca: readFileSync(caFile, 'utf8'),
  reconnectPeriod: 0,
  queueQoSZero: false,
});
(client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
client.on('message', (_topic, payload) => {
  client.publish(replyTopic(replica, boxId), payload, { qos: LINK_QOS });
});
await client.subscribeAsync(downTopic(boxId, '+'), { qos: LINK_QOS });
onStop(() => client.endAsync(true));
announceReady({});
