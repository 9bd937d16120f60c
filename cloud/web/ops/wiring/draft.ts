import type { QueryClient } from '@tanstack/query-core';
import { useState } from 'preact/hooks';
import { useConsole } from '../console.ts';
import type { Wired } from './wired.ts';

/** What somebody is about to change of the wiring of a box, made looking at a version of it. */
export interface Draft {
  readonly version: number;
  /** Doors that differ from that version, whole. */
  readonly doors: Readonly<Record<string, Wired>>;
}

const keyOf = (boxId: string) => ['wiring-draft', boxId] as const;

/** Outlives the page that it was typed on, and the session that ended meanwhile; not the tab. */
const keep = (queries: QueryClient, boxId: string, draft: Draft | undefined): void => {
  const queryKey = keyOf(boxId);
  queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  if (draft === undefined) queries.removeQueries({ queryKey });
  else queries.setQueryData(queryKey, draft);
};

/** The draft of a box, and how another takes its place; `undefined` for none. */
export const useDraft = (boxId: string): readonly [Draft | undefined, (draft: Draft | undefined) => void] => {
  const { queries } = useConsole();
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(keyOf(boxId)));
  const put = (next: Draft | undefined): void => {
    const kept = next !== undefined && Object.keys(next.doors).length > 0 ? next : undefined;
    keep(queries, boxId, kept);
    setDraft(kept);
  };
  return [draft, put];
};

/** The doors as they are wanted, with the draft put over them. */
export const withDraft = (doors: readonly Wired[], draft: Draft | undefined): readonly Wired[] =>
  doors.map((door) => draft?.doors[door.doorId] ?? door);
