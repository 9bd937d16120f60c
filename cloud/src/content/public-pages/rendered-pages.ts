import { hash } from 'node:crypto';
import { type KeptText, keep } from '../../kit/http/kept-file.ts';

/** So many pages are kept as they were last made. */
const KEPT_MAX = 200;

interface Rendered {
  readonly stamp: string;
  readonly kept: Promise<KeptText>;
}

/** Pages as they are sent, made anew only where what they are made of has changed. */
export const renderedPages = () => {
  const known = new Map<string, Rendered>();
  return {
    /** The page at an address, of what that source says. */
    of: (
      address: string,
      { type, source, make }: { readonly type: string; readonly source: string; readonly make: () => Promise<string> },
    ): Promise<KeptText> => {
      const stamp = hash('sha256', source, 'base64');
      const found = known.get(address);
      if (found?.stamp === stamp) return found.kept;
      const kept = make().then((text) => keep(type, text));
      known.delete(address);
      known.set(address, { stamp, kept });
      const [oldest] = known.keys();
      if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
      // What could not be made is tried again by the next reader.
      kept.catch(() => known.delete(address));
      return kept;
    },
  };
};
