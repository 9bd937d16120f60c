/** Processor time that this process has used so far, all of its threads, user and system together, in ms. */
export const cpuUsedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
