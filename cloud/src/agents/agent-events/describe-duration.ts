const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration for people, in its two largest units: `1 hour 20 minutes`. */
export const describeDuration = (ms: number): string => {
  let left = Math.round(ms / 1_000);
  const first = UNITS.findIndex(([, seconds]) => left >= seconds);
  if (first === -1) return 'less than a second';
  const parts: string[] = [];
  for (const [name, seconds] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / seconds);
    left -= count * seconds;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ');
};
