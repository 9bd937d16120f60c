import { useState } from 'preact/hooks';

/** Work that somebody started: one at a time, and what became of the last. `run` never rejects. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return { busy, error, run };
};
