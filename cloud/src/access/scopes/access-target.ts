import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';

const ScopeId = z.string().regex(/^scp_[0-9a-z]{16}$/);

/** What staff point at when they give access: everything here, some doors, named sets of doors, or nothing on purpose. */
export const AccessTarget = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('facility') }),
  z.strictObject({ to: z.literal('doors'), doorIds: z.array(DoorId).max(1_000).describe('Up to 1,000.') }),
  z.strictObject({
    to: z.literal('scopes'),
    scopes: z.array(ScopeId).max(1_000).describe('Ids of access scopes. Up to 1,000.'),
  }),
  z.strictObject({ to: z.literal('none') }),
]);
export type AccessTarget = z.infer<typeof AccessTarget>;

/** What is there to be pointed at. */
export interface Ground {
  readonly doors: readonly (DoorId | null)[];
  readonly scopes: ReadonlyMap<string, readonly DoorId[]>;
}

/** The doors that a target is, now. What it names and is gone is left out: it opens nothing. */
export const doorsOf = (target: AccessTarget, { doors: numbered, scopes }: Ground): readonly DoorId[] => {
  const doors = numbered.filter((id) => id !== null);
  switch (target.to) {
    case 'facility':
      return doors;
    case 'doors':
      return doors.filter((id) => target.doorIds.includes(id));
    case 'scopes': {
      const named = new Set(target.scopes.flatMap((id) => scopes.get(id) ?? []));
      return doors.filter((id) => named.has(id));
    }
    case 'none':
      return [];
  }
};

/** A target as it is stored. Its doors are `doors` there, as releases before this one read and write them. */
export const targetText = (target: AccessTarget): string =>
  JSON.stringify(target.to === 'doors' ? { to: target.to, doors: target.doorIds } : target);

export const targetOf = (text: string): AccessTarget => {
  const { doors: doorIds, ...stored } = JSON.parse(text);
  return AccessTarget.parse({ ...stored, ...(doorIds !== undefined && { doorIds }) });
};

export const parseTarget = (text: string | null): AccessTarget | undefined =>
  text === null ? undefined : targetOf(text);

/** Whether something opens less: it pointed at a door or a set, and does so no more. */
export const opensLess = (before: AccessTarget | undefined, after: AccessTarget | undefined): boolean => {
  if (before === undefined || before.to === 'none' || after?.to === 'facility') return false;
  if (before.to === 'doors' && after?.to === 'doors') return before.doorIds.some((id) => !after.doorIds.includes(id));
  if (before.to === 'scopes' && after?.to === 'scopes') return before.scopes.some((id) => !after.scopes.includes(id));
  return true;
};
