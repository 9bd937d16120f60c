import { Sessions } from '../../kit/sessions.tsx';
import { useConsole } from '../console.ts';

/** The newest: more than these nobody begins in the twelve hours that one lasts. */
const SHOWN = 100;
const queryKey = ['sessions'];

export const OwnSessions = () => {
  const { ask, queries } = useConsole();
  return (
    <Sessions
      query={{ queryKey, queryFn: ({ signal }) => ask('GET /api/sessions', { query: { limit: SHOWN } }, { signal }) }}
      end={async (sessionId) => {
        await ask('DELETE /api/sessions/{sessionId}', { path: { sessionId } });
        await queries.invalidateQueries({ queryKey });
      }}
    />
  );
};
