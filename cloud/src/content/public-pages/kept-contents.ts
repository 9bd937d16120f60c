import type { PageContent } from '../landing-pages/landing-pages.module.ts';

const KEPT_MAX = 200;
/** A longer one is read anew each time: what is kept has a few megabytes at most. */
const LENGTH_MAX = 20_000;

/** Contents of published versions, which never change: most readers come for one that has been read before. */
export const keptContents = () => {
  const known = new Map<string, PageContent>();
  return {
    of: (version: string, text: string): PageContent => {
      const found = known.get(version);
      if (found !== undefined) return found;
      const content = JSON.parse(text) as PageContent;
      if (text.length > LENGTH_MAX) return content;
      known.set(version, content);
      const [oldest] = known.keys();
      if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
      return content;
    },
  };
};
