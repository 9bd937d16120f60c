import type { Answer } from '../../client/client.ts';

export type ResolvedProfile = Answer<'GET /api/admin/saas-billing/billing-profiles/resolve/{clubID}'>;
export type ProfileField = keyof ResolvedProfile['profile'];
/** What an owner has said by itself; null where a field is inherited. */
export type OwnProfile = { readonly [Field in ProfileField]: ResolvedProfile['profile'][Field] | null };
export type Preflight = Answer<'GET /api/admin/saas-billing/billing-profiles/migration-preflight/{ownerKey}'>;
