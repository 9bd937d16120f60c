import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { expect, it } from 'vitest';
import { brokerToCome } from './broker-to-come.ts';
import { createLink } from './create-link.ts';
import { linkCalls } from './link-calls.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const unasked = () => Promise.reject(new Error('nobody asks'));

it('N4 what is said before there is a link is lost, and stops nothing: a restored cloud starts with a lockdown that stands', async () => {
  const lost: string[] = [];
  const link = createLink({
    clock: new ManualClock(),
    log: silent,
    replica: 'r-test',
    broker: brokerToCome(),
    signingKey: { kid: 'test', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) },
    ports: { publicKeyOf: unasked, beaconArrived: unasked, boxGone: unasked, storeFacts: unasked },
  });
  const calls = linkCalls(link, { error: (_detail, message) => void lost.push(message) });
  const boxId = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11' as BoxId;
  calls.nudge('desired-state')(boxId, 1);
  calls.boxEnded(boxId);
  calls.devices.nudge(boxId, 'state');
  calls.devices.ended(boxId);
  calls.askFor(boxId, { epoch: boxId, from: 1, to: 2 });
  await expect.poll(() => lost).toEqual(['a session was not ended; it is when the box says something']);
});
