const LENGTH_MAX = 500;

/** A path as it may be kept: of bounded length, and without a key that somebody put there by mistake. */
export const loggablePath = (path: string): string =>
  path.replace(/(?:sk|%73%6b)(?:_|%5f)[\w%-]{8,}/gi, '[key]').slice(0, LENGTH_MAX);
