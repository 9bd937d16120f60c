/**
 * What a form may keep of a field: text, numbers, yes and no, nothing, and lists, sets and records of these. A file is none: it
 * is not text, and whoever chose it has it.
 */
export type DraftField =
  | string
  | number
  | boolean
  | null
  | ReadonlySet<string>
  | readonly DraftField[]
  | { readonly [name: string]: DraftField };

/** As it is written down: a set as the list of what is in it. */
export const writtenOf = (fields: unknown): string =>
  JSON.stringify(fields, (_name, value: unknown) => (value instanceof Set ? [...value] : value));

/**
 * What was found, as the form has it there: undefined where it is of another kind than `like`, for another build may have
 * written it. Of a list each is to be like one that `like` has; where `like` has none, each is to be a text.
 */
export const fittedTo = (like: unknown, found: unknown): unknown => {
  if (like instanceof Set) {
    const texts = fittedTo([], found);
    return texts === undefined ? undefined : new Set(texts as readonly string[]);
  }
  if (Array.isArray(like)) return Array.isArray(found) ? everyOne(found, (one) => fittedToOne(like, one)) : undefined;
  if (like === null) return found === null ? null : undefined;
  if (typeof like !== 'object') return typeof found === typeof like ? found : undefined;
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
  const names = Object.keys(like);
  // What is missing was not kept, as what is called like a secret: it is as the form has it.
  const parts = everyOne(names, (name) =>
    Object.hasOwn(found, name) ? fittedTo(partOf(like, name), partOf(found, name)) : partOf(like, name),
  );
  return parts && Object.fromEntries(names.map((name, at) => [name, parts[at]]));
};

const fittedToOne = (likes: readonly unknown[], found: unknown): unknown =>
  (likes.length === 0 ? [''] : likes).map((like) => fittedTo(like, found)).find((fitted) => fitted !== undefined);

const partOf = (whole: object, name: string): unknown => whole[name as keyof typeof whole];

/** All of them; undefined where one is. */
const everyOne = <One>(all: readonly One[], to: (one: One) => unknown): readonly unknown[] | undefined => {
  const made = all.map(to);
  return made.includes(undefined) ? undefined : made;
};
