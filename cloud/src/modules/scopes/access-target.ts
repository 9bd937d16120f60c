import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';

const ScopeId = z.string().regex(/^scp_[0-9a-z]{16}$/);

/** What staff point at when they give access: everything here, some doors, named sets of doors, or nothing on purpose. */
export const AccessTarget = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('facility') }),
  z.strictObject({ to: z.literal('doors'), doors: z.array(DoorId).max(1_000).describe('Their ids. Up to 1,000.') }),
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
      return doors.filter((id) => target.doors.includes(id));
    case 'scopes': {
      const named = new Set(target.scopes.flatMap((id) => scopes.get(id) ?? []));
      return doors.filter((id) => named.has(id));
    }
    case 'none':
      return [];
  }
};

/** A target as it is stored. */
export const parseTarget = (text: string | null): AccessTarget | undefined =>
  text === null ? undefined : AccessTarget.parse(JSON.parse(text));
