/** How agreements of this kind are asked of people at clubs. */
export interface CuaConfig {
  /** Who is asked: users of the platform, members of partners, others by name and e-mail. */
  readonly askedOf: readonly ('users' | 'members' | 'others')[];
  /** So many days after it was signed it ends; null: it does not by itself. */
  readonly validityDays: number | null;
  /** So many days a link to sign leads somewhere. */
  readonly linkDays: number;
  /** So many days after it was sent whoever has not signed is reminded. */
  readonly reminderDays: readonly number[];
  /** Who signs: the person alone, or a guardian in their place. */
  readonly signers: 'person' | 'person-or-guardian';
}

export const USUAL_CUA: CuaConfig = {
  askedOf: ['users', 'members', 'others'],
  validityDays: null,
  linkDays: 14,
  reminderDays: [3, 7],
  signers: 'person',
};

/** What is given wins over what was, that over what is usual. */
export const cuaConfigOf = (given: Partial<CuaConfig> | undefined, before: string | null): CuaConfig => ({
  ...USUAL_CUA,
  ...(before !== null && (JSON.parse(before) as CuaConfig)),
  ...given,
});
