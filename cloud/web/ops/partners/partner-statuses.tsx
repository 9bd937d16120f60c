import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole, useQuery } from '../console.ts';

type Status = Answer<'GET /api/admin/partners/{partnerId}/statuses'>['data'][number];
type Effect = Status['effect'];
const EFFECTS = Object.entries(partnersWords.effects) as readonly (readonly [Effect, string])[];

/** What the words do that a partner sends of its members and plans. */
export const PartnerStatuses = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['partner-statuses', partnerId],
    queryFn: ({ signal }) => ask('GET /api/admin/partners/{partnerId}/statuses', { path: { partnerId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="statuses-title">
      <h2 id="statuses-title">{partnersWords.statuses}</h2>
      <p class="quiet">{partnersWords.statusesMore}</p>
      <Answered query={query} what={partnersWords.lookingAtStatuses}>
        {({ data }) => (
          <ul class="owned">
            {data.map((status) => (
              <OneStatus key={`${status.word}/${status.effect}/${status.own}`} partnerId={partnerId} status={status} />
            ))}
          </ul>
        )}
      </Answered>
      <Disclosed summary={partnersWords.addStatus}>
        <AddStatus partnerId={partnerId} />
      </Disclosed>
    </section>
  );
};

/** Gives a word a meaning; null is what it means by itself. */
const useSetStatus = (partnerId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const set = (word: string, effect: Effect | null, done?: () => void) =>
    run(async () => {
      await ask('PUT /api/admin/partners/{partnerId}/statuses', { path: { partnerId }, body: { word, effect } });
      announcer.say(partnersWords.statusSet(word));
      done?.();
      await queries.invalidateQueries({ queryKey: ['partner-statuses', partnerId] });
    });
  return { busy, error, set };
};

const OneStatus = ({ partnerId, status }: { readonly partnerId: string; readonly status: Status }) => {
  const { word, effect, own } = status;
  const { busy, error, set } = useSetStatus(partnerId);
  const now = own ? effect : '';
  const [chosen, choose] = useState<Effect | ''>(now);
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{word}</bdi>
        </p>
        <p class="quiet small">
          {partnersWords.effects[effect]}
          {own && ` · ${partnersWords.ownStatus}`}
        </p>
      </div>
      <Choice
        label={partnersWords.effectOf(word)}
        value={chosen}
        options={[['', partnersWords.usual], ...EFFECTS]}
        onChoice={(next) => choose(next as Effect | '')}
      />
      {chosen !== now && (
        <ConfirmButton
          label={partnersWords.setStatus(word)}
          more={partnersWords.setStatusMore(word, chosen)}
          busy={busy}
          onConfirmed={() => void set(word, chosen === '' ? null : chosen)}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const AddStatus = ({ partnerId }: { readonly partnerId: string }) => {
  const { busy, error, set } = useSetStatus(partnerId);
  const [word, setWord] = useState('');
  const [effect, setEffect] = useState<Effect>('allow');
  const isMissing = word.trim() === '';
  return (
    <div class="form">
      <TextField
        label={partnersWords.word}
        value={word}
        maxLength={120}
        more={isMissing ? partnersWords.wordMissing : ''}
        onText={setWord}
      />
      <Choice
        label={partnersWords.effectOf(isMissing ? '…' : word.trim())}
        value={effect}
        options={EFFECTS}
        onChoice={(next) => setEffect(next as Effect)}
      />
      {!isMissing && (
        <ConfirmButton
          label={partnersWords.setStatus(word.trim())}
          more={partnersWords.setStatusMore(word.trim(), effect)}
          busy={busy}
          onConfirmed={() => void set(word.trim(), effect, () => setWord(''))}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
