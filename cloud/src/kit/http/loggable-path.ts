const LENGTH_MAX = 500;

/** Parts of a path that name a person who may have to be forgotten one day: all begin with `:member`. */
const PEOPLE: ReadonlySet<string> = new Set([':memberId', ':member_id']);

const withoutPeople = (path: string, declared: string): string => {
  if (!declared.includes(':member')) return path; // As nearly all do not.
  const parts = declared.split('/');
  return path
    .split('/')
    .map((part, at) => (PEOPLE.has(parts[at] ?? '') ? (parts[at] ?? '') : part))
    .join('/');
};

/**
 * A path as it may be kept: of bounded length; without the people whom it names, as far as the endpoint's declared path says
 * which parts those are; and without a key: one that somebody put there by mistake, or 256 bits in hex that are one.
 */
export const loggablePath = (path: string, declared?: string): string =>
  withoutAnyKey(declared === undefined ? path : withoutPeople(path, declared)).slice(0, LENGTH_MAX);

/** Words of paths, versions, and ids of ours: parts that name no person. */
const NO_PERSON = /^(?:[a-z][a-z_.-]*|v\d|(?:fac|door|ptr|org)_[0-9a-z]+|\[key\])?$/;

/** A path that no endpoint has, with nothing in it that may be somebody: what it would have named is not known. */
export const pathOfNobody = (path: string): string =>
  withoutAnyKey(path)
    .split('/')
    .map((part) => (NO_PERSON.test(part) ? part : '[part]'))
    .join('/');

/** A text without whatever may be a key, or the beginning of one that was cut. */
export const withoutAnyKey = (text: string): string =>
  text
    .replace(/(?:sk|%73%6b|gh[kdt]|%67%68%(?:6[b4]|74))(?:_|%5f)(?:[\w%-]{8,}|[\w%-]*(?=…))/gi, '[key]')
    .replace(/[0-9a-f]{64}|[0-9a-f]{8,63}(?=…)/gi, '[key]');

/** The same for a name that somebody gave: only what is a whole key is taken out, for names may look like the beginning of one. */
export const withoutKeys = (text: string): string =>
  text.replace(/(?:sk_(?:live|dryrun|read-only)|gh[kdt])_[0-9A-Za-z]{43}/g, '[key]');
