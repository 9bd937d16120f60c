import { describe, expect, it } from 'vitest';
import { aBoxWith, card, member, startBox } from './access.kit.ts';
import { aPerson, cardKey, memberKey } from './snapshot.kit.ts';

describe('a ban of this box', () => {
  const linked = { keys: [memberKey('M-5'), cardKey('A5')] };

  it('follows a member whom staff make a person of their own meanwhile, over a restart too', async () => {
    const { box, run } = await aBoxWith([{ kind: 'person', id: '5', data: aPerson({}, { keys: [memberKey('M-5')] }) }]);
    await run.access.ban({ person: 5, by: 'Sam', reason: 'Theft' });
    await run.stop();
    const again = startBox(box, run.clock);
    box.cloud.put({ kind: 'person', id: '5', data: null }, { kind: 'person', id: '6', data: aPerson({}, linked) });
    await again.access.pull();
    expect([again.reasonFor(member('M-5')), again.reasonFor(card('A5'))]).toEqual(['banned', 'banned']);
    expect(again.access.standing()).toMatchObject({ bans: 1 });
    box.cloud.put({ kind: 'person', id: '6', data: aPerson({ banned: true }, linked) });
    await again.access.pull();
    expect(again.access.standing()).toMatchObject({ bans: 0 });
    box.cloud.put({ kind: 'person', id: '6', data: aPerson({}, linked) });
    await again.access.pull();
    expect(again.reasonFor(card('A5'))).toBe('granted');
    await again.stop();
  });

  it('does not follow a card that somebody else gets, and stays for who is not there for now', async () => {
    const { box, run } = await aBoxWith([{ kind: 'person', id: '5', data: aPerson({}, linked) }]);
    await run.access.ban({ person: 5, by: 'Sam', reason: 'Theft' });
    box.cloud.put(
      { kind: 'person', id: '5', data: null },
      { kind: 'person', id: '7', data: aPerson({}, { keys: [cardKey('A5')] }) },
    );
    await run.access.pull();
    expect(run.reasonFor(card('A5'))).toBe('granted');
    box.cloud.put({ kind: 'person', id: '8', data: aPerson({}, { keys: [memberKey('M-5')] }) });
    await run.access.pull();
    expect(run.reasonFor(member('M-5'))).toBe('banned');
    await run.stop();
  });
});
