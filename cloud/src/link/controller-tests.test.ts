import { randomUUID } from 'node:crypto';
import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { upTopic } from '@gatehouse/shared/wire/message.ts';
import { describe, expect, it } from 'vitest';
import { aLink } from './link-test-kit.ts';

const TESTED = { configured: true, reachable: true, name: 'Gym', version: '9.4.19', problem: null, detail: null };

describe('Q9 the network controller beside a box', () => {
  it('is tested by the box that is asked, and by no answer of another or for another question', async () => {
    const { link, beacon, boxId, receive, downs, settle } = await aLink();
    await beacon();
    const waiting = link.testController(boxId);
    await settle();
    const [{ id, ...asked }] = downs('controller-test');
    expect(asked).toEqual({ v: 1 });
    const wrong = { v: 1, id, ...TESTED, name: 'Another' };
    await receive(upTopic(boxId, 'controller-tested'), { ...wrong, id: randomUUID() });
    await receive(upTopic(BoxId.parse(randomUUID()), 'controller-tested'), wrong);
    await receive(upTopic(boxId, 'controller-tested'), { v: 1, id, configured: 'yes' });
    await receive(upTopic(boxId, 'controller-tested'), { v: 1, id, ...TESTED, model: 'of a newer box' });
    expect(await waiting).toEqual(TESTED);
    const later = link.testController(boxId);
    await settle();
    const [, { id: second }] = downs('controller-test');
    await receive(upTopic(boxId, 'controller-tested'), { v: 1, id: second, ...TESTED, problem: 'of_a_newer_box' });
    expect(await later).toMatchObject({ problem: 'refused' });
  });

  it('is not waited for where the box is away, or knows no such question', async () => {
    const { clock, link, beacon, boxId } = await aLink();
    expect(await link.testController(boxId)).toBe('offline');
    await beacon();
    const [silent, closing] = [link.testController(boxId), link.testController(boxId)];
    await clock.advance(Seconds(8));
    expect(await silent).toBe('no_answer');
    await link.close();
    expect(await closing).toBe('no_answer');
  });
});
