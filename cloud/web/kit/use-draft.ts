import { useRef, useState } from 'preact/hooks';
import type { DraftField } from './drafts.ts';
import { usePageTools } from './page-tools.ts';

/** What a form says of its draft, and how it is discarded. */
export interface Draft {
  /** When what stands there was typed, where it was typed before this page was loaded; milliseconds since 1970. */
  readonly restoredAt: number | undefined;
  readonly discard: () => void;
}

type KeptName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends DraftField ? Name & string : never;
}[keyof Fields];

interface Drafted<Fields> extends Draft {
  readonly typed: Fields;
  readonly put: (part: Partial<Fields>) => void;
  /** It was sent, and nothing of it is kept: the form is as it was at first, or as it is said to be from now on. */
  readonly sent: (now?: Fields) => void;
}

/**
 * The fields of a form, of which those that are named survive a reload: in this tab, for whoever is signed in, for a day, until
 * they are sent. No field is kept that is not named, so a secret is not kept by forgetting something. `form` tells it from
 * others of the same page.
 */
export const useDraft = <Fields extends object>(
  form: string,
  atFirst: Fields,
  kept: readonly KeptName<Fields>[],
): Drafted<Fields> => {
  const { drafts } = usePageTools();
  const [found, setFound] = useState(() => drafts.read(form));
  const [typed, setTyped] = useState<Fields>(() => ({ ...atFirst, ...fitting(atFirst, kept, found?.fields) }));
  const first = useRef(atFirst);
  const end = (now: Fields = first.current): void => {
    first.current = now;
    drafts.remove(form);
    setFound(undefined);
    setTyped(now);
  };
  return {
    typed,
    put: (part) => {
      const next = { ...typed, ...part };
      setTyped(next);
      const isChanged = kept.some((name) => next[name] !== first.current[name]);
      if (isChanged) drafts.write(form, Object.fromEntries(kept.map((name) => [name, next[name] as DraftField])));
      else drafts.remove(form);
    },
    sent: end,
    discard: () => end(),
    restoredAt: found?.at,
  };
};

/** Those that are of the kind that the form has there: another build may have kept them. */
const fitting = <Fields extends object>(
  atFirst: Fields,
  kept: readonly KeptName<Fields>[],
  found: Readonly<Record<string, DraftField>> = {},
): Partial<Fields> =>
  Object.fromEntries(
    kept.flatMap((name) => (typeof found[name] === typeof atFirst[name] ? [[name, found[name]]] : [])),
  ) as Partial<Fields>;
