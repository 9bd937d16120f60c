const LENGTH_MAX = 500;

/** A path as it may be kept: of bounded length, and without a key: one that somebody put there by mistake, or 256 bits in hex that are one. */
export const loggablePath = (path: string): string =>
  path
    .replace(/(?:sk|%73%6b)(?:_|%5f)[\w%-]{8,}/gi, '[key]')
    .replace(/[0-9a-f]{64}/gi, '[key]')
    .slice(0, LENGTH_MAX);
