import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Who } from './audit-names.ts';
import type { Failure, Failures } from './audit-statistics.ts';

const LINES = 10;

/** `1 time`, `2 times` */
const times = (count: number): string => `${count} ${count === 1 ? 'time' : 'times'}`;

const WORD = { user: 'user', partner: 'partner', box: 'box', other: 'caller' } as const;

const nameOf = ({ kind, id, email, name }: Who): string => {
  if (email !== undefined) return name === undefined || name === '' ? email : `${name} (${email})`;
  return `${WORD[kind]} ${name ?? id}`;
};

const sentence = ({ endpoint, outcome, status, count, callers, mostAffected }: Failure): string => {
  const [first] = mostAffected;
  const whom =
    first === undefined
      ? ''
      : callers === 1
        ? `, always for ${nameOf(first.who)}`
        : `, for ${callers} callers, most often (${times(first.count)}) for ${nameOf(first.who)}`;
  return `${endpoint} answered ${status} ${outcome} ${times(count)}${whom}.`;
};

/** What went wrong, in words. */
export const summaryOf = ({ from, to, counts, failures }: Failures): string => {
  const [since, until] = [from, to].map((at) => isoOf(at));
  const wrong = counts.refused + counts.failed;
  const share = counts.total === 0 ? 0 : (wrong * 100) / counts.total;
  const head = `From ${since} to ${until}, ${wrong} of ${counts.total} requests were not carried out (${share.toFixed(1)} %): ${counts.refused} were refused, ${counts.failed} failed.`;
  const rest = failures.length - LINES;
  return [
    head,
    ...failures.slice(0, LINES).map(sentence),
    ...(rest > 0 ? [`${rest} more kinds of failure are in the list.`] : []),
  ].join('\n');
};
