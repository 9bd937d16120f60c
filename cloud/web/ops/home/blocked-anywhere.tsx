import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { BlockedAtFacility } from '../../client/platform-api.gen.ts';
import { Staleness } from '../../kit/ages.tsx';
import { Seen } from '../../kit/answered.tsx';
import type { Topic } from '../../kit/live.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { type Console, useConsole, useLive } from '../console.ts';
import { type Blocked, Verdict } from './verdict.tsx';

/** However many facilities somebody reaches, so many questions are asked at once. Each looks at a hundred and more. */
const PAGES_MAX = 100;

/** Where people cannot get in, over all facilities that somebody reaches: asked for, as nobody could watch them all. */
const blockedTopic = ({ ask }: Pick<Console, 'ask'>): Topic<readonly BlockedAtFacility[]> => ({
  name: 'blocked-doors',
  period: Seconds(15),
  read: async (signal) => {
    const found: BlockedAtFacility[] = [];
    let after: string | null | undefined;
    for (let page = 0; page < PAGES_MAX && after !== null; page += 1) {
      const query = { limit: 200, ...(after !== undefined && { after }) };
      const answer = await ask('GET /api/blocked-doors', { query }, { signal });
      found.push(...answer.data);
      after = answer.next;
    }
    return found;
  },
});

/** Where people cannot get in, over more facilities than can be watched: all that somebody reaches. */
export const BlockedAnywhere = () => {
  const console = useConsole();
  const news = useLive(blockedTopic(console));
  return (
    <>
      <Staleness news={news} />
      <Seen news={news} what={labels.home.lookingAtDoors}>
        {(facilities) => (
          <Verdict
            blocked={facilities.flatMap(blockedAt)}
            unseen={facilities.reduce((sum, { unseen }) => sum + unseen, 0)}
          />
        )}
      </Seen>
    </>
  );
};

const blockedAt = ({ facilityId, name, doors }: BlockedAtFacility): Blocked[] =>
  doors.map((door) => ({ facilityId, facility: name, doorId: door.doorId, door: door.name, why: whyBlocked(door) }));

/** The same words as for a door that is watched. */
const whyBlocked = ({ why, by, reason }: BlockedAtFacility['doors'][number]): string => {
  switch (why) {
    case 'lockdown':
      return words.lockedDown({ by, reason });
    case 'kept_closed':
      return words.keptClosed({ by, reason });
    case 'board_silent':
      return words.presence('unreachable');
    case 'lock_fault':
      return reason ?? words.lockFault;
  }
};
