import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { expect, it } from 'vitest';
import { linkCalls } from './link-calls.ts';

it('N4 what is said before there is a link is lost, and stops nothing: a restored cloud starts with a lockdown that stands', async () => {
  const lost: string[] = [];
  const notYet = (): never => {
    throw new Error('the device link is not up yet');
  };
  const calls = linkCalls(notYet, { error: (_detail, message) => void lost.push(message) });
  const boxId = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11' as BoxId;
  calls.nudge('desired-state')(boxId, 1);
  calls.boxEnded(boxId);
  calls.devices.nudge(boxId, 'state');
  calls.devices.ended(boxId);
  calls.askFor(boxId, { epoch: boxId, from: 1, to: 2 });
  await expect
    .poll(() => lost)
    .toEqual(['a nudge was lost; the box polls as well', 'a session was not ended; it is when the box says something']);
});
