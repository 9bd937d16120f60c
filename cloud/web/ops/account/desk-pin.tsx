import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { CodeField } from '../../kit/code-field.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { deskLabels } from '../../words/desk-en.ts';
import { words } from '../../words/en.ts';
import { useConsole, useQuery } from '../console.ts';

/** The PIN with which one signs in at desks. */
export const DeskPin = () => {
  const { ask, announcer, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const query = useQuery({ queryKey: ['desk-pin'], queryFn: ({ signal }) => ask('GET /api/desk-pin', {}, { signal }) });
  const put = (pin: string) =>
    run(async () => {
      await ask('PUT /api/desk-pin', { body: { pin } });
      announcer.say(deskLabels.pinSet);
      await queries.invalidateQueries({ queryKey: ['desk-pin'] });
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/desk-pin', {});
      await queries.invalidateQueries({ queryKey: ['desk-pin'] });
    });
  return (
    <section class="panel" aria-labelledby="desk-pin-title">
      <h2 id="desk-pin-title">{deskLabels.pinTitle}</h2>
      <p class="quiet">{deskLabels.pinMore}</p>
      <Answered query={query} what={deskLabels.lookingAtPin}>
        {({ setAt }) =>
          setAt === null ? null : (
            <div class="owned-one">
              <p>{words.added(words.ago(serverNow() - Date.parse(setAt)))}</p>
              <ConfirmButton
                label={deskLabels.deletePin}
                more={deskLabels.deletePinMore}
                busy={busy}
                onConfirmed={() => void remove()}
              />
            </div>
          )
        }
      </Answered>
      <CodeField
        label={deskLabels.newPin}
        send={deskLabels.setPin}
        first={false}
        hidden
        busy={busy}
        onCode={(pin) => void put(pin)}
      />
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
