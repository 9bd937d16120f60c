import type { PartnerKeyAtOrganisation } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { organisationPageWords } from '../../words/organisation-en.ts';
import { keyWords } from '../../words/partner-keys-en.ts';
import { useConsole, useQuery } from '../console.ts';

interface OfOrganisation {
  readonly organisationId: string;
}

/** Which keys of partners reach an organisation: an admin of it lets one in, and keeps one out at once. */
export const PartnerKeysHere = ({ organisationId }: OfOrganisation) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['keys-at', organisationId],
    queryFn: ({ signal }) => ask('GET /api/partner-keys', { query: { organisationId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="keys-title">
      <h2 id="keys-title">{organisationPageWords.keys}</h2>
      <p class="quiet">{organisationPageWords.keysMore}</p>
      <Answered query={query} what={organisationPageWords.lookingAtKeys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={organisationPageWords.noKeys} />
          ) : (
            <ul class="owned">
              {data.map((key) => (
                <OneKey key={key.keyId} organisationId={organisationId} partnerKey={key} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
};

const OneKey = ({ organisationId, partnerKey }: OfOrganisation & { readonly partnerKey: PartnerKeyAtOrganisation }) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { keyId, partnerName, label, redacted, type, lastUsedAt, madeBy, reaches } = partnerKey;
  const used = keyWords.lastUsed(lastUsedAt === null ? undefined : ago(lastUsedAt), null);
  const input = { path: { keyId }, query: { organisationId } };
  const set = (name: 'PUT /api/partner-keys/{keyId}/consent' | 'DELETE /api/partner-keys/{keyId}/consent') =>
    run(async () => {
      await ask(name, input);
      await queries.invalidateQueries({ queryKey: ['keys-at', organisationId] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{partnerName}</bdi> · <bdi>{label}</bdi> <code>{redacted}</code>{' '}
          <span class="fact" data-tone={reaches ? 'calm' : 'held'}>
            {reaches ? organisationPageWords.reaches : organisationPageWords.reachesNot}
          </span>
        </p>
        <p class="quiet small">
          <bdi>
            {keyWords.keyType(type)} · {used}
            {madeBy !== null && ` · ${organisationPageWords.madeBy(madeBy)}`}
          </bdi>
        </p>
      </div>
      {reaches ? (
        <ConfirmButton
          label={organisationPageWords.keepOut(label, partnerName)}
          more={organisationPageWords.keepOutMore(used)}
          busy={busy}
          onConfirmed={() => void set('DELETE /api/partner-keys/{keyId}/consent')}
        />
      ) : (
        <ConfirmButton
          label={organisationPageWords.letIn(label, partnerName)}
          more={organisationPageWords.letInMore}
          busy={busy}
          onConfirmed={() => void set('PUT /api/partner-keys/{keyId}/consent')}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
