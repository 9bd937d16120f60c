const LENGTH_MAX = 500;

/** A path as it may be kept: of bounded length, and without a key: one that somebody put there by mistake, or 256 bits in hex that are one. */
export const loggablePath = (path: string): string =>
  path
    .replace(/(?:sk|%73%6b|gh[kd]|%67%68%6[b4])(?:_|%5f)[\w%-]{8,}/gi, '[key]')
    .replace(/[0-9a-f]{64}/gi, '[key]')
    .slice(0, LENGTH_MAX);

/** The same for a name that somebody gave: only what is a whole key is taken out, for names may look like the beginning of one. */
export const withoutKeys = (text: string): string =>
  text.replace(/(?:sk_(?:live|dryrun|read-only)|gh[kd])_[0-9A-Za-z]{43}/g, '[key]');
