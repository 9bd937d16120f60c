import { Answered } from '../../kit/answered.tsx';
import { profileLabels, profileWords } from '../../words/billing-profile-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { Preflight } from './billing-profile-types.ts';

interface MethodPreflightProps {
  readonly ownerKey: string;
  /** The method that would end; there are two. */
  readonly from: Preflight['from'];
  /** Whether the other one was chosen, or is only what may be inherited. */
  readonly isCertain: boolean;
}

/** What stands against another method, and what is good to know before: it is read aloud once it is known. */
export const MethodPreflight = ({ ownerKey, from, isCertain }: MethodPreflightProps) => {
  const { ask } = useConsole();
  const to = from === 'wallet' ? 'invoice' : 'wallet';
  const query = useQuery({
    queryKey: ['billing', 'preflight', ownerKey, to],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/admin/saas-billing/billing-profiles/migration-preflight/{ownerKey}',
        { path: { ownerKey }, query: { to } },
        { signal },
      ),
  });
  return (
    <section class="stack whole" aria-label={profileLabels.ahead} aria-live="polite">
      <p>{profileWords.ahead(to, isCertain)}</p>
      <Answered query={query} what={profileLabels.lookingAhead}>
        {({ canMigrate, blockers, warnings }) => (
          <>
            <p class={canMigrate ? undefined : 'problem'}>
              {canMigrate ? profileLabels.canChange : profileLabels.blocked}
            </p>
            <Notes notes={blockers} />
            {warnings.length > 0 && <p>{profileLabels.known}</p>}
            <Notes notes={warnings} />
          </>
        )}
      </Answered>
    </section>
  );
};

const Notes = ({ notes }: { readonly notes: Preflight['blockers'] }) =>
  notes.length > 0 && (
    <ul>
      {notes.map((note) => (
        <li key={note.code}>{profileWords.note(note)}</li>
      ))}
    </ul>
  );
