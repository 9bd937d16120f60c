const ADDRESS_LENGTH_MAX = 2_000;

/**
 * The address of a link that somebody wrote, as browsers would call it; `undefined` where it is none that may be followed:
 * only `https:` without a name or password before the host, `mailto:` and `tel:`.
 */
export const linkAddress = (target: string): string | undefined => {
  const url = URL.parse(target);
  if (url === null || url.href.length > ADDRESS_LENGTH_MAX) return undefined;
  if (url.protocol === 'https:') return url.username === '' && url.password === '' ? url.href : undefined;
  return url.protocol === 'mailto:' || url.protocol === 'tel:' ? url.href : undefined;
};
