import { expect, it } from 'vitest';
import { AccessTarget, targetOf, targetText } from './access-target.ts';

const DOOR = 'door_0123456789abcdef';

it('D6 a target names its doors as `doorIds`, and is stored as releases before stored it', () => {
  const target = AccessTarget.parse({ to: 'doors', doorIds: [DOOR] });
  expect(AccessTarget.safeParse({ to: 'doors', doors: [DOOR] }).success).toBe(false);
  expect(targetText(target)).toBe(`{"to":"doors","doors":["${DOOR}"]}`);
  expect(targetOf(targetText(target))).toEqual(target);
  for (const other of [{ to: 'facility' }, { to: 'none' }, { to: 'scopes', scopes: [] }])
    expect(targetOf(targetText(AccessTarget.parse(other)))).toEqual(other);
});
