import { Answered } from '../../kit/answered.tsx';
import { alarmWords } from '../../words/alarms-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

interface HistoryProps {
  readonly at: AtFacility;
  readonly alarmId: string;
}

/** Who was told and when, who had it, and what they wrote. */
export const AlarmHistory = ({ at, alarmId }: HistoryProps) => {
  const { ask, serverNow } = useConsole();
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['alarm', facilityId, alarmId],
    queryFn: ({ signal }) =>
      ask('GET /api/access-control/{facilityId}/alarms/{alarmId}', { path: { facilityId, alarmId } }, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Answered query={query} what={alarmWords.lookingAtHistory}>
      {({ entries }) => (
        <ol class="owned">
          {entries.map((entry) => (
            <li key={`${entry.at} ${entry.what}`}>
              <p>
                <bdi>{alarmWords.entry(entry)}</bdi>
              </p>
              <p class="quiet small">{at.time.near(Date.parse(entry.at), serverNow())}</p>
            </li>
          ))}
        </ol>
      )}
    </Answered>
  );
};
