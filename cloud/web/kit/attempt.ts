import { useRef, useState } from 'preact/hooks';

/** `isLast` is false once other work was started instead: what then comes of this one is not shown. */
type Work = (isLast: () => boolean) => Promise<void>;

/** Work that somebody started, and what became of the last. Neither `run` nor `runInstead` ever rejects. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const started = useRef(0);
  /** Whatever is under way: for a choice, where the last one counts. */
  const runInstead = async (work: Work): Promise<void> => {
    started.current += 1;
    const mine = started.current;
    const isLast = (): boolean => started.current === mine;
    setBusy(true);
    setError(undefined);
    try {
      await work(isLast);
    } catch (failed) {
      if (isLast()) setError(failed);
    }
    if (isLast()) setBusy(false);
  };
  /** Unless something is under way: for what must not be done twice. */
  const run = async (work: Work): Promise<void> => (busy ? undefined : runInstead(work));
  return { busy, error, run, runInstead };
};
