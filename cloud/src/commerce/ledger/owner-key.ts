import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** Whose money it is: an organisation or a facility. In paths it is URL-encoded, as `#` begins a fragment. */
export type OwnerKey = `org#${string}` | `facility#${string}`;

export type Owner =
  | { readonly kind: 'org'; readonly id: OrgId }
  | { readonly kind: 'facility'; readonly id: FacilityId };

export const ownerKeyOf = ({ kind, id }: Owner): OwnerKey => `${kind}#${id}`;

/** Undefined where the text is no owner key. Whether there is such an owner, it does not know. */
export const parseOwnerKey = (text: string): Owner | undefined => {
  const cut = text.indexOf('#');
  const [kind, rest] = [text.slice(0, cut), text.slice(cut + 1)];
  if (kind === 'org') {
    const id = OrgId.safeParse(rest);
    return id.success ? { kind, id: id.data } : undefined;
  }
  if (kind !== 'facility') return undefined;
  const id = FacilityId.safeParse(rest);
  return id.success ? { kind, id: id.data } : undefined;
};
