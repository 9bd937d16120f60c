import type { QueryClient } from '@tanstack/query-core';
import { useState } from 'preact/hooks';
import type { DraftField } from '../../kit/draft-fields.ts';
import { createDrafts } from '../../kit/drafts.ts';
import { useConsole } from '../console.ts';
import type { Wired } from './wired.ts';

/** What somebody is about to change of the wiring of a box, made looking at a version of it. */
export interface Draft {
  readonly version: number;
  /** Doors that differ from that version, whole. */
  readonly doors: Readonly<Record<string, Wired>>;
}

const keyOf = (boxId: string) => ['wiring-draft', boxId] as const;

/** Outlives the page that it was typed on, and the session that ended meanwhile. */
const keep = (queries: QueryClient, boxId: string, draft: Draft | undefined): void => {
  const queryKey = keyOf(boxId);
  queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  if (draft === undefined) queries.removeQueries({ queryKey });
  else queries.setQueryData(queryKey, draft);
};

/** What survives a reload, by the build that the page is of: what another has written may have another shape. */
export const useReloadable = <What>(form: string) => {
  const { drafts: page } = useConsole();
  const drafts = createDrafts(page);
  const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';
  return {
    read: (): What | undefined => {
      const place = page.placeOf(form);
      const found = place && drafts.read(place)?.fields;
      return found?.build === build ? (found.typed as What) : undefined;
    },
    write: (typed: What | undefined): void => {
      const place = page.placeOf(form);
      if (place === undefined) return;
      if (typed === undefined) drafts.remove(place);
      else drafts.write(place, { build, typed: typed as DraftField });
    },
  };
};

/** The draft of a box, and how another takes its place; `undefined` for none. */
export const useDraft = (boxId: string): readonly [Draft | undefined, (draft: Draft | undefined) => void] => {
  const { queries } = useConsole();
  const reloadable = useReloadable<Draft>(`wiring ${boxId}`);
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(keyOf(boxId)) ?? reloadable.read());
  const put = (next: Draft | undefined): void => {
    const kept = next !== undefined && Object.keys(next.doors).length > 0 ? next : undefined;
    keep(queries, boxId, kept);
    reloadable.write(kept);
    setDraft(kept);
  };
  return [draft, put];
};

/** The doors as they are wanted, with the draft put over them. */
export const withDraft = (doors: readonly Wired[], draft: Draft | undefined): readonly Wired[] =>
  doors.map((door) => draft?.doors[door.doorId] ?? door);
