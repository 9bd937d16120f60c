import { useState } from 'preact/hooks';
import type { EmailMapping } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { wordingWords } from '../../words/email-wording-en.ts';
import { useConsole } from '../console.ts';

/** What somebody changes of a wording; of one that nobody has worded, its language too. */
export const WordingForm = ({ mapping }: { readonly mapping: EmailMapping }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { mappingId, kind, organisationId, locale, revision } = mapping;
  const known = {
    locale,
    subject: mapping.subject,
    text: mapping.text,
    html: mapping.html ?? '',
    fromName: mapping.fromName ?? '',
    replyTo: mapping.replyTo ?? '',
    enabled: mapping.enabled,
  };
  const draft = useDraft(`${kind} ${mappingId ?? locale}`, known, ['locale', 'subject', 'text', 'html', 'fromName']);
  const { typed, put } = draft;
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
  const written = { subject: typed.subject, text: typed.text, html: orNull(typed.html) };
  const ended = async (said: string): Promise<void> => {
    announcer.say(said);
    draft.sent();
    await queries.invalidateQueries({ queryKey: ['email-mapping', organisationId] });
  };
  const save = () =>
    run(async () => {
      const { enabled } = typed;
      const sent = { fromName: orNull(typed.fromName), replyTo: orNull(typed.replyTo), enabled };
      const options = { idempotencyKey: crypto.randomUUID() };
      if (mappingId === null)
        await ask(
          'POST /api/admin/email-mapping/add',
          { body: { kind, organisationId, locale: typed.locale.trim(), ...written, ...sent } },
          options,
        );
      else
        await ask(
          'POST /api/email-mapping/update/{id}',
          { path: { id: mappingId }, body: { ...written, ...sent, expectedRevision: revision } },
          options,
        );
      await ended(wordingWords.saved);
    });
  const remove = (id: string) =>
    run(async () => {
      await ask('DELETE /api/admin/email-mapping/delete/{id}', { path: { id } });
      await ended(wordingWords.removed);
    });
  return (
    <>
      <Form send={wordingWords.save} busy={busy} error={error} draft={draft} onSend={() => void save()}>
        {mappingId === null && (
          <TextField
            label={wordingWords.locale}
            maxLength={35}
            value={typed.locale}
            more={wordingWords.localeMore}
            onText={(text) => put({ locale: text })}
          />
        )}
        <TextField
          label={wordingWords.subject}
          maxLength={300}
          value={typed.subject}
          onText={(subject) => put({ subject })}
        />
        <TextArea
          label={wordingWords.text}
          rows={10}
          maxLength={20_000}
          value={typed.text}
          onText={(text) => put({ text })}
        />
        <TextArea
          label={wordingWords.html}
          rows={4}
          maxLength={100_000}
          value={typed.html}
          more={wordingWords.htmlMore}
          onText={(html) => put({ html })}
        />
        <TextField
          label={wordingWords.fromName}
          maxLength={80}
          value={typed.fromName}
          more={wordingWords.fromNameMore}
          onText={(fromName) => put({ fromName })}
        />
        <TextField
          label={wordingWords.replyTo}
          inputMode="email"
          maxLength={254}
          value={typed.replyTo}
          more={wordingWords.replyToMore}
          onText={(replyTo) => put({ replyTo })}
        />
        <label class="choice">
          <input
            type="checkbox"
            checked={typed.enabled}
            onChange={({ currentTarget }) => put({ enabled: currentTarget.checked })}
          />
          {wordingWords.enabled}
        </label>
      </Form>
      <TryOut kind={kind} written={written} />
      {mappingId !== null && (
        <ConfirmButton
          label={wordingWords.remove}
          more={wordingWords.removeMore}
          busy={busy}
          onConfirmed={() => void remove(mappingId)}
        />
      )}
    </>
  );
};

interface TryOutProps {
  readonly kind: string;
  readonly written: { readonly subject: string; readonly text: string; readonly html: string | null };
}

/** What is typed, as an e-mail: shown here as text, or sent to whoever asks. */
const TryOut = ({ kind, written }: TryOutProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [shown, setShown] = useState<{ readonly subject: string; readonly text: string }>();
  const body = { kind, ...written };
  const show = () =>
    run(async () => {
      setShown(await ask('POST /api/admin/email-mapping/preview', { body }));
      announcer.say(wordingWords.previewOf);
    });
  const send = () =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      announcer.say(wordingWords.sentTo((await ask('POST /api/admin/email-mapping/test', { body }, options)).to));
    });
  return (
    <>
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={() => void show()}>
          {wordingWords.preview}
        </button>
        <button type="button" aria-disabled={busy} onClick={() => void send()}>
          {wordingWords.sendMe}
        </button>
      </div>
      {error !== undefined && <Failed error={error} />}
      {shown !== undefined && (
        <section aria-label={wordingWords.previewOf}>
          <strong>
            <bdi>{shown.subject}</bdi>
          </strong>
          <p class="mail-text">{shown.text}</p>
        </section>
      )}
    </>
  );
};
