import type { Answer } from '../../client/client.ts';
import type { ChangedAccess } from '../../client/platform-api.gen.ts';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { whatIfWords } from '../../words/what-if-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

export type Changes = Answer<'POST /api/access-control/{facilityId}/what-if'>;
type Intervals = ChangedAccess['doors'][number]['gains'];

interface OutcomeProps {
  readonly at: AtFacility;
  /** Page after page. */
  readonly answers: readonly Changes[];
}

/** Who would gain and who would lose what, door by door. */
export const Outcome = ({ at, answers }: OutcomeProps) => {
  const { ask, serverNow } = useConsole();
  const { facilityId } = at.facility;
  const doors = useQuery({
    queryKey: ['doors-by-name', facilityId],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/access-control/{facilityId}/door-states', { path: { facilityId } }, { signal })).data,
    staleTime: 60_000,
  });
  const near = (moment: string) => at.time.near(Date.parse(moment), serverNow());
  const times = (intervals: Intervals): string => {
    const [first] = intervals;
    if (first === undefined) return whatIfWords.nothing;
    return whatIfWords.times(`${near(first.from)} – ${near(first.to)}`, intervals.length);
  };
  const sum = (of: (one: Changes) => number): number => answers.reduce((total, one) => total + of(one), 0);
  const [first] = answers;
  const changed = answers.flatMap(({ data }) => data);
  const unnamed = sum((one) => one.unnamed);
  return (
    <section class="panel stack" aria-label={whatIfWords.ask}>
      <div role="status">
        <p class="owned-name">
          {whatIfWords.sum(
            sum(({ gaining }) => gaining),
            sum(({ losing }) => losing),
            sum(({ looked }) => looked),
          )}
        </p>
        {first !== undefined && <p class="quiet">{whatIfWords.period(near(first.from), near(first.to))}</p>}
      </div>
      {changed.length === 0 ? (
        <Empty title={whatIfWords.nobody}>{whatIfWords.nobodyMore}</Empty>
      ) : (
        <FiguresTable
          title={whatIfWords.ask}
          columns={[whatIfWords.who, whatIfWords.door, whatIfWords.gains, whatIfWords.loses]}
          rows={changed.flatMap(({ memberIds, name, doors: changes }) =>
            changes.map(({ doorId, gains, loses }) => ({
              key: `${memberIds.join()}/${doorId}`,
              name: name ?? memberIds.join(', '),
              cells: [
                doors.data?.find((door) => door.doorId === doorId)?.name ?? whatIfWords.removed,
                times(gains),
                times(loses),
              ],
            })),
          )}
        />
      )}
      {unnamed > 0 && <p class="quiet">{whatIfWords.unnamed(unnamed)}</p>}
      {doors.error !== null && <p class="stale">{labels.states.mayBeOld}</p>}
    </section>
  );
};
