/** Processor time that this thread has used, in ms: what others on the machine do meanwhile is no part of it. */
export const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
