import { Answered } from '../../kit/answered.tsx';
import { auditWords } from '../../words/audit-en.ts';
import { useConsole, useQuery } from '../console.ts';

/** Whether every sealed day is as it was when it was sealed. */
export const AuditChain = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: ({ signal }) => ask('GET /api/admin/audit-logs/chain', {}, { signal }),
    staleTime: 300_000,
  });
  return (
    <section class="panel stack" aria-labelledby="chain-title">
      <h2 id="chain-title">{auditWords.chain}</h2>
      <Answered query={query} what={auditWords.lookingAtChain}>
        {({ intact, head, days, problems, entriesBeforeFirst }) => (
          <>
            {intact ? (
              <p class="chain-state">
                <span class="tick" aria-hidden="true">
                  ✓
                </span>
                {auditWords.intact(days.length)}
              </p>
            ) : (
              <p class="headline">✕ {auditWords.broken(problems.length)}</p>
            )}
            {entriesBeforeFirst > 0 && <p class="problem">{auditWords.strays(entriesBeforeFirst)}</p>}
            <ul>
              {problems.map((day) => (
                <li key={day.day} class="problem">
                  {auditWords.day(day)}
                </li>
              ))}
            </ul>
            {head !== null && (
              <div>
                <p>
                  {auditWords.head} <span class="figures">{head.day}</span>: <code>{head.hash}</code>
                </p>
                <p class="quiet small">{auditWords.headMore}</p>
              </div>
            )}
          </>
        )}
      </Answered>
    </section>
  );
};
