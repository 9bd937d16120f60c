/** Neither a path, nor what ends a header, nor what a file system takes for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not get through.
const UNSAFE = /[\x00-\x1f\x7f-\x9f"\\/:*?<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const NAME_MAX = 150;

/** `attachment` with a file name of any script (RFC 6266, RFC 8187): one in ASCII for whoever knows no other. */
export const attachment = (name: string): string => {
  const safe =
    [
      ...name
        .toWellFormed()
        .replace(UNSAFE, '_')
        .replace(/^[\s.]+/, ''),
    ]
      .slice(0, NAME_MAX)
      .join('')
      .trim() || 'download';
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  if (ascii === safe) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(safe).replace(/['()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
