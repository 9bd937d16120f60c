import { useRef, useState } from 'preact/hooks';
import { type DraftField, fittedTo, writtenOf } from './draft-fields.ts';
import { createDrafts } from './drafts.ts';
import { usePageTools } from './page-tools.ts';

/** What a form says of its draft, and how it is discarded. */
export interface Draft {
  /** When what stands there was typed, where it was typed before this page was loaded; milliseconds since 1970. */
  readonly restoredAt: number | undefined;
  readonly discard: () => void;
}

type KeptName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Blob | undefined ? never : Name & string;
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
 * others of the same page. A list that is empty at first, and is one of more than texts, is shown in `like` with what may
 * stand in it.
 */
export const useDraft = <Fields extends object>(
  form: string,
  atFirst: Fields,
  kept: readonly KeptName<Fields>[],
  like: Partial<Fields> = {},
): Drafted<Fields> => {
  const page = usePageTools().drafts;
  const drafts = createDrafts(page);
  const [found, setFound] = useState(() => {
    const place = page.placeOf(form);
    return place && drafts.read(place);
  });
  const [typed, setTyped] = useState<Fields>(() => ({
    ...atFirst,
    ...fitting({ ...atFirst, ...like }, kept, found?.fields),
  }));
  // What is put twice before the form is drawn again is put in turn.
  const latest = useRef(typed);
  const first = useRef(atFirst);
  const show = (now: Fields): void => {
    latest.current = now;
    setTyped(now);
  };
  const keep = (fields: Fields | undefined): void => {
    const place = page.placeOf(form);
    if (place === undefined) return;
    if (fields === undefined) drafts.remove(place);
    else drafts.write(place, Object.fromEntries(kept.map((name) => [name, fields[name] as DraftField])));
  };
  const end = (now: Fields = first.current): void => {
    first.current = now;
    keep(undefined);
    setFound(undefined);
    show(now);
  };
  return {
    typed,
    put: (part) => {
      const next = { ...latest.current, ...part };
      show(next);
      const isChanged = kept.some((name) => writtenOf(next[name]) !== writtenOf(first.current[name]));
      keep(isChanged ? next : undefined);
    },
    sent: end,
    discard: () => end(),
    restoredAt: found?.at,
  };
};

/** Those that are of the kind that the form has there: another build may have kept them. */
const fitting = <Fields extends object>(
  like: Fields,
  kept: readonly KeptName<Fields>[],
  found: Readonly<Record<string, unknown>> = {},
): Partial<Fields> =>
  Object.fromEntries(
    kept.flatMap((name) => {
      const fitted = fittedTo(like[name], found[name]);
      return fitted === undefined ? [] : [[name, fitted]];
    }),
  ) as Partial<Fields>;
