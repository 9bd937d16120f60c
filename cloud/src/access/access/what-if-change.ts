import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { StoredMember } from '../members/members.service.ts';
import type { AccessTarget } from '../scopes/scopes.module.ts';
import type { FacilityRows } from './facts.ts';

/** Something about access that could be otherwise. `null`: mapped to nothing. */
export type Change = { readonly partnerId: PartnerId } & (
  | {
      readonly kind: 'members';
      /** Those that would be other, in the order of their ids; `before` is what is stored. */
      readonly members: readonly { readonly before: StoredMember | undefined; readonly after: StoredMember }[];
    }
  | { readonly kind: 'scope-key'; readonly key: string; readonly target: AccessTarget | null }
  | { readonly kind: 'plan-zone'; readonly name: string; readonly target: AccessTarget | null }
  | { readonly kind: 'integration-off' }
);

/** The facility as it would be. */
export const applied = (rows: FacilityRows, change: Change): FacilityRows => {
  const { pointers } = rows;
  switch (change.kind) {
    case 'members':
      return rows;
    case 'integration-off':
      return {
        ...rows,
        pointers: {
          ...pointers,
          sources: pointers.sources.map((source) =>
            source.partnerId === change.partnerId ? { ...source, suspended: true } : source,
          ),
        },
      };
    case 'scope-key':
      return {
        ...rows,
        pointers: {
          ...pointers,
          keys: pointers.keys.map((key) =>
            key.partnerId === change.partnerId && key.key === change.key
              ? { ...key, disabled: false, target: change.target ?? undefined }
              : key,
          ),
        },
      };
    case 'plan-zone': {
      const others = rows.zoneTargets.filter(
        ({ partnerId, name }) => partnerId !== change.partnerId || name !== change.name,
      );
      const { partnerId, name, target } = change;
      return { ...rows, zoneTargets: target === null ? others : [...others, { partnerId, name, target }] };
    }
  }
};
