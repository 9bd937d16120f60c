import { DEFAULT_PROFILE, type OwnProfile, PROFILE_FIELDS, type Profile, type ProfileField } from './billing-shapes.ts';

export type Source = 'facility' | 'organisation' | 'default';
/** One that has a say, the nearest first. */
export interface Link {
  readonly source: Exclude<Source, 'default'>;
  readonly own: OwnProfile | undefined;
}
export interface Resolved {
  readonly profile: Profile;
  /** Who has said each field. */
  readonly sources: Readonly<Record<ProfileField, Source>>;
}

/** Field by field what the nearest says that says anything, and the platform’s default where nobody does. */
export const resolveProfile = (chain: readonly Link[]): Resolved => {
  const found = PROFILE_FIELDS.map((field) => {
    const link = chain.find(({ own }) => own !== undefined && own[field] !== null);
    return { field, source: link?.source ?? ('default' as const), value: link?.own?.[field] ?? DEFAULT_PROFILE[field] };
  });
  return {
    profile: Object.fromEntries(found.map(({ field, value }) => [field, value])) as Profile,
    sources: Object.fromEntries(found.map(({ field, source }) => [field, source])) as Resolved['sources'],
  };
};
