import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Also, Tx } from '../../db/unit-of-work.ts';
import { bothOrNeither } from '../../test-kit/both-or-neither.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('what a caller writes along on $name', ({ open }) => {
  const { on, stored, change, ref } = scoping(open);
  const everything = async (tx: Tx) => [
    await tx.selectFrom('facility_access').selectAll().execute(),
    await tx.selectFrom('access_scope').selectAll().orderBy('id').execute(),
    await tx.selectFrom('access_scope_door').selectAll().execute(),
    await tx.selectFrom('scope_key').selectAll().orderBy('number').execute(),
    await tx.selectFrom('status_word').selectAll().execute(),
    await tx.selectFrom('snapshot_change').selectAll().orderBy('subject').execute(),
    await tx.selectFrom('warning').selectAll().orderBy('id').execute(),
  ];
  const scopes = () => on.world.scopes;
  const at = () => on.world.facilityId;
  const aScope = () => scopes().createScope(at(), { name: 'Pool', doors: [] });
  const doors = () => ({ doors: [on.world.doorId] });

  it.each<[string, () => Promise<(also: Also) => Promise<unknown>>]>([
    ['an access scope', async () => (also) => scopes().createScope(at(), { name: 'Pool', ...doors() }, also)],
    ['a name', () => aScope().then((id) => (also) => scopes().updateScope(at(), id, { name: 'Sauna' }, also))],
    ['doors', () => aScope().then((id) => (also) => scopes().updateScope(at(), id, doors(), also))],
    ['what removes an access scope', () => aScope().then((id) => (also) => scopes().removeScope(at(), id, also))],
    [
      'a mapping that closes a warning',
      async () => {
        await stored([change('M-1', [], ['pool'])]);
        return (also) => scopes().setKey(ref('pool'), { target: { to: 'facility' } }, also);
      },
    ],
    ['a key that nobody has sent', async () => (also) => scopes().setKey(ref('pool'), { disabled: true }, also)],
    ['a status', async () => (also) => scopes().setStatus(on.world.partnerId, 'frozen', 'deny', also)],
  ])('takes %s with it where it fails', async (_what, prepared) => bothOrNeither(on.db, everything, await prepared()));

  it('is written where there is nothing to change, too', async () => {
    const id = await aScope();
    await scopes().setKey(ref('pool'), { disabled: true });
    const before = await on.db.read(everything);
    const written: string[] = [];
    const also = (what: string) => async () => void written.push(what);
    await scopes().updateScope(at(), id, { name: 'Pool' }, also('name'));
    await scopes().updateScope(at(), id, { doors: [] }, also('doors'));
    await scopes().setKey(ref('pool'), { disabled: true }, also('key'));
    await scopes().setStatus(on.world.partnerId, 'frozen', null, also('status'));
    expect(written).toEqual(['name', 'doors', 'key', 'status']);
    expect(await on.db.read(everything)).toEqual(before);
  });
});
