/** Who gets through at an endpoint, in words with `code`, from its `x-gate`. */
export const gateWords = (gate: unknown): string => {
  const { key, anyOf, public: why, ...way } = (gate ?? {}) as Gate;
  if (key !== undefined) return KEYS[key];
  if (why !== undefined) return `Anybody. ${why}`;
  const words = (anyOf ?? [way]).map(wayWords);
  const atDesk = (anyOf ?? [way]).some((one) => one.atDesk === true);
  return `${[...new Set(words)].join(', or ')}.${atDesk ? ' At a desk too.' : ''}`;
};

interface Way {
  readonly needs?: string | readonly string[];
  readonly in?: keyof typeof PLACES;
  readonly orOwn?: boolean;
  readonly atDesk?: boolean;
}

interface Gate extends Way {
  readonly key?: keyof typeof KEYS;
  readonly public?: string;
  readonly anyOf?: readonly Way[];
}

const KEYS = {
  read: 'Any key of a partner, read-only ones too.',
  write: 'A live or dryrun key; a read-only one is refused.',
} as const;

const PLACES = {
  facility: 'at the facility',
  organisation: 'at the organisation',
  'facility of organisation': 'at a facility of the organisation',
  platform: 'on the platform',
  resource: 'where the thing is',
  anywhere: 'in any place',
} as const;

const wayWords = ({ needs = [], in: place = 'anywhere', orOwn }: Way): string => {
  const rights = [needs].flat().map((right) => `\`${right}\``);
  const either = rights.length < 2 ? rights.join('') : `${rights.slice(0, -1).join(', ')} or ${rights.at(-1)}`;
  return `${either} ${PLACES[place]}${orOwn === true ? ', or anybody for themselves' : ''}`;
};
