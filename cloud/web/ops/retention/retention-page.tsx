import { useState } from 'preact/hooks';
import type { Retention } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { retentionWords } from '../../words/platform-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';

type Kept = Retention['data'][number];

/** How long each kind of record is kept. */
export const RetentionPage = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => ask('GET /api/admin/retention', {}, { signal }),
  });
  return (
    <PlainPage title={retentionWords.title} more={retentionWords.more}>
      <Answered query={query} what={retentionWords.looking}>
        {({ data }) => (
          <section class="panel" aria-label={retentionWords.title}>
            <ul class="records">
              {data.map((kept) => (
                <OneKind key={`${kept.kind}/${kept.keepDays}`} kept={kept} />
              ))}
            </ul>
          </section>
        )}
      </Answered>
    </PlainPage>
  );
};

const OneKind = ({ kept }: { readonly kept: Kept }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { kind, what, keepDays, defaultDays, minDays, maxDays, setBy, setAt } = kept;
  const [typed, setTyped] = useState(String(keepDays));
  const set = setBy !== null && setAt !== null ? ` · ${retentionWords.setBy(setBy, ago(setAt))}` : '';
  const days = Number(typed);
  const fits = /^\d+$/.test(typed.trim()) && days >= minDays && days <= maxDays;
  const keep = (next: number | null) =>
    run(async () => {
      queries.setQueryData(
        ['retention'],
        await ask('PUT /api/admin/retention', { body: { kinds: [{ kind, keepDays: next }] } }),
      );
      announcer.say(retentionWords.changed);
    });
  return (
    <li>
      <div class="setting">
        <TextField
          label={retentionWords.daysOf(what)}
          inputMode="numeric"
          maxLength={6}
          value={typed}
          more={`${retentionWords.bounds(minDays, maxDays, defaultDays)}${set}`}
          problem={fits ? '' : retentionWords.outside(minDays, maxDays)}
          onText={setTyped}
        />
        <div class="buttons">
          {fits && days !== keepDays && (
            <ConfirmButton
              label={retentionWords.keep}
              more={retentionWords.keepMore(keepDays, days)}
              busy={busy}
              onConfirmed={() => void keep(days)}
            />
          )}
          {setBy !== null && (
            <ConfirmButton
              label={retentionWords.standard}
              more={retentionWords.keepMore(keepDays, defaultDays)}
              busy={busy}
              onConfirmed={() => void keep(null)}
            />
          )}
        </div>
        {error !== undefined && <Failed error={error} />}
      </div>
    </li>
  );
};
