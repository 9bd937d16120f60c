import { randomUUID } from 'node:crypto';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { controllerTestedMessage } from '@gatehouse/shared/wire/network-controller.ts';
import { expect, it, vi } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { createNetworkController } from '../network/network-controller.ts';
import { controllerAnswers } from './controller-answers.ts';

it('Q9 a box says of each question that it has no network controller, on its own topic', async () => {
  const boxId = BoxId.parse('11111111-1111-4111-8111-111111111111');
  const publish = vi.fn(() => true);
  const networkController = createNetworkController({ settings: undefined, clock: new ManualClock(), log: silentLog });
  const answer = controllerAnswers({ boxId, networkController, publish });
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids) answer({ id });
  await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(2));
  const said = publish.mock.calls as unknown as readonly [topic: string, payload: unknown][];
  expect(new Set(said.map(([topic]) => topic))).toEqual(new Set([`gh/v1/${boxId}/up/controller-tested`]));
  const parsed = said.map(([, payload]) => controllerTestedMessage.payload.parse(payload));
  expect(parsed.map(({ id, configured }) => [id, configured])).toEqual(ids.map((id) => [id, false]));
});
