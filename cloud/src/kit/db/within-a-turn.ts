/**
 * Runs the work of a unit on SQLite, and says whether it took longer than its turn of the event loop: a unit's own statements
 * need none, so it waited for something else, and with it everybody who writes.
 */
export const withinATurn = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly waited: boolean }> => {
  let waited = false;
  const turn = setImmediate(() => {
    waited = true;
  });
  const value = await work().finally(() => clearImmediate(turn));
  return { value, waited };
};
