import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { AlarmsAtFacility } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import type { Topic } from '../../kit/live.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { type Console, useConsole, useLive } from '../console.ts';
import { addressOf } from '../routes.ts';

/** However many facilities somebody reaches, so many questions are asked at once. */
const PAGES_MAX = 20;

/** Over all facilities that somebody reaches: asked for, as nobody could watch them all. */
const unownedTopic = ({ ask }: Pick<Console, 'ask'>): Topic<readonly AlarmsAtFacility[]> => ({
  name: 'unowned-alarms',
  period: Seconds(10),
  read: async (signal) => {
    const found: AlarmsAtFacility[] = [];
    let after: string | null | undefined;
    for (let page = 0; page < PAGES_MAX && after !== null; page += 1) {
      const query = { limit: 200, ...(after !== undefined && { after }) };
      const answer = await ask('GET /api/alarms', { query }, { signal });
      found.push(...answer.data);
      after = answer.next;
    }
    return found.filter(({ unowned }) => unowned > 0);
  },
});

/** What nobody has taken yet, facility by facility; nothing where somebody has each. */
export const UnownedAlarms = () => {
  const { picture } = useLive(unownedTopic(useConsole()));
  const ago = useAgo();
  const unowned = picture?.data ?? [];
  if (unowned.length === 0) return null;
  return (
    <section aria-labelledby="unowned-title">
      <h2 id="unowned-title">{labels.home.unowned}</h2>
      <ul class="facilities">
        {unowned.map(({ facilityId, name, unowned: count, unownedSince }) => (
          <li key={facilityId}>
            <a class="facility-link" href={addressOf('warnings', { facilityId })}>
              <bdi>{name}</bdi>
            </a>
            <ul class="facts" aria-label={words.stateOf(name)}>
              <li class="fact" data-tone="alarm">
                {words.alarms(count)}
              </li>
              {unownedSince !== null && <li class="fact">{ago(unownedSince)}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
};
