import { useState } from 'preact/hooks';
import type { AdminNote } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { noteWords } from '../../words/settings-en.ts';
import { useConsole, useQuery } from '../console.ts';

interface NotesProps {
  readonly facilityId: string;
  readonly manages: boolean;
}

/** What staff have written down about a facility. */
export const Notes = ({ facilityId, manages }: NotesProps) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['notes', facilityId],
    queryFn: ({ signal }) => ask('GET /api/facilities/{facilityId}/admin-notes', { path: { facilityId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="notes-title">
      <h2 id="notes-title">{noteWords.title}</h2>
      <p class="quiet">{noteWords.more}</p>
      <Answered query={query} what={noteWords.looking}>
        {({ data }) => (
          <>
            {data.length === 0 && <Empty title={noteWords.none} />}
            <ul class="owned">
              {data.map((note) => (
                <OneNote
                  key={`${note.noteId}/${note.changedAt}`}
                  facilityId={facilityId}
                  note={note}
                  manages={manages}
                />
              ))}
            </ul>
          </>
        )}
      </Answered>
      {manages && (
        <Disclosed summary={noteWords.write}>
          <NoteForm facilityId={facilityId} />
        </Disclosed>
      )}
    </section>
  );
};

const OneNote = ({ facilityId, note, manages }: NotesProps & { readonly note: AdminNote }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { noteId, text, writtenBy, writtenAt, changedBy, changedAt } = note;
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/facilities/{facilityId}/admin-notes/{noteId}', { path: { facilityId, noteId } });
      announcer.say(noteWords.removed);
      await queries.invalidateQueries({ queryKey: ['notes', facilityId] });
    });
  return (
    <li>
      <div>
        <p class="mail-text">
          <bdi>{text}</bdi>
        </p>
        <p class="quiet small">
          <bdi>
            {noteWords.written(writtenBy, ago(writtenAt))}
            {changedAt !== writtenAt && ` · ${noteWords.changed(changedBy, ago(changedAt))}`}
          </bdi>
        </p>
        {manages && (
          <Disclosed summary={noteWords.change}>
            <NoteForm facilityId={facilityId} note={note} />
          </Disclosed>
        )}
      </div>
      {manages && (
        <ConfirmButton
          label={noteWords.remove}
          more={noteWords.removeMore}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

interface NoteFormProps {
  readonly facilityId: string;
  /** The one that is changed; a new one otherwise. */
  readonly note?: AdminNote;
}

const NoteForm = ({ facilityId, note }: NoteFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`note ${note?.noteId ?? 'new'}`, { text: note?.text ?? '' }, ['text']);
  const { text } = draft.typed;
  const [tried, setTried] = useState(false);
  const isMissing = text.trim() === '';
  const keep = (): void => {
    setTried(true);
    if (isMissing) return;
    void run(async () => {
      const body = { text: text.trim(), ...(note !== undefined && { noteId: note.noteId }) };
      await ask('PUT /api/facilities/{facilityId}/admin-notes', { path: { facilityId }, body });
      announcer.say(noteWords.added);
      draft.sent(note && draft.typed);
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['notes', facilityId] });
    });
  };
  return (
    <Form send={noteWords.add} busy={busy} error={error} draft={draft} onSend={keep}>
      <TextArea
        label={noteWords.text}
        value={text}
        maxLength={4_000}
        problem={tried && isMissing ? noteWords.missing : ''}
        onText={(written) => draft.put({ text: written })}
      />
    </Form>
  );
};
