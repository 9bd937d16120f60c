import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { MESSAGES } from '@gatehouse/shared/wire/messages.ts';
import { describe, expect, it, vi } from 'vitest';
import { silentLog } from '../fakes/silent-log.ts';
import { createInbox } from './inbox.ts';

const boxId = BoxId.parse('11111111-1111-4111-8111-111111111111');
const down = MESSAGES.filter((message) => message.direction === 'down' && !('to' in message));
const setup = () => {
  const taken = vi.fn();
  const handlers = {
    unlock: taken,
    simulate: taken,
    beaconAck: taken,
    beaconPlease: taken,
    nudge: taken,
    factsAck: taken,
    factsPlease: taken,
    controllerTest: taken,
  };
  return { taken, inbox: createInbox(boxId, handlers, silentLog) };
};
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('what arrives for the box', () => {
  it.each(down)('$name reaches its handler', ({ name, vectors }) => {
    const { taken, inbox } = setup();
    inbox(`gh/v1/${boxId}/down/${name}`, bytes(vectors[0]), false);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it.each(down)('a retained $name is dropped: it was planted, or is old', ({ name, vectors }) => {
    const { taken, inbox } = setup();
    inbox(`gh/v1/${boxId}/down/${name}`, bytes(vectors[0]), true);
    expect(taken).not.toHaveBeenCalled();
  });

  it.each([
    ['another box', 'gh/v1/22222222-2222-4222-8222-222222222222/down/beacon-please', '{"v":1}'],
    ['the other direction', `gh/v1/${boxId}/up/beacon-please`, '{"v":1}'],
    ['an unknown message', `gh/v1/${boxId}/down/self-destruct`, '{"v":1}'],
    ['no JSON', `gh/v1/${boxId}/down/beacon-please`, '{'],
    ['a field too many', `gh/v1/${boxId}/down/beacon-please`, '{"v":1,"x":1}'],
    ['too much', `gh/v1/${boxId}/down/beacon-please`, `{"v":1}${' '.repeat(70_000)}`],
  ])('%s is dropped', (_what, topic, payload) => {
    const { taken, inbox } = setup();
    inbox(topic, Buffer.from(payload), false);
    expect(taken).not.toHaveBeenCalled();
  });
});
