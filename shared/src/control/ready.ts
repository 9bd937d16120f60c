/** Tells the parent process (if there is one that listens) that this process serves, and where. */
export const announceReady = (where: Readonly<Record<string, unknown>>): void => {
  process.send?.({ type: 'ready', ...where });
};

/** Runs `stop` once: on SIGINT, SIGTERM, or when the parent that started this process with a channel is gone. */
export const onStop = (stop: (why: string) => Promise<void>): void => {
  let stopping = false;
  const once = (why: string) => {
    if (stopping) return;
    stopping = true;
    stop(why).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => once('SIGINT'));
  process.on('SIGTERM', () => once('SIGTERM'));
  if (process.send !== undefined) process.on('disconnect', () => once('parent gone'));
};
