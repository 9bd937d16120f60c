import { useEffect, useState } from 'preact/hooks';
import type { SyncRun } from '../../client/platform-api.gen.ts';
import type { RunLine } from '../../kit/live-socket.ts';
import { useConsole } from '../console.ts';

/** So many lines are shown, as many as the cloud answers with. */
const SHOWN_MAX = 500;

/** What was told over the live socket since the page is there, by copying. */
export type Told = ReadonlyMap<string, readonly RunLine[]>;

/** From now on the socket of this tab is there, and what a copying tells it is kept until the page is left. */
export const useTold = (): Told => {
  const { live } = useConsole();
  const [told, setTold] = useState<Told>(new Map());
  useEffect(
    () =>
      live.hearRuns((line) =>
        setTold((before) => new Map(before).set(line.run, [...(before.get(line.run) ?? []), line].slice(-SHOWN_MAX))),
      ),
    [live],
  );
  return told;
};

/** The log as it was answered, with what was told since; each line once. */
export const withTold = (lines: SyncRun['lines'], told: readonly RunLine[] = []): SyncRun['lines'] => {
  const newest = lines.at(-1)?.seq ?? 0;
  const since = told.filter(({ seq }) => seq > newest);
  return [...lines, ...since].slice(-SHOWN_MAX);
};
