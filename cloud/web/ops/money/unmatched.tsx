import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { statementLabels, statementWords } from '../../words/statements-en.ts';
import { useConsole } from '../console.ts';
import type { BankEntry } from './wallet-types.ts';

/** Payments that settle nothing by themselves, until somebody says what becomes of them. */
export const Unmatched = () => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="unmatched-title">
      <h2 id="unmatched-title">{statementLabels.unmatched}</h2>
      <Pages<BankEntry>
        of={['billing', 'unmatched']}
        what={statementLabels.lookingAtUnmatched}
        empty={<Empty title={statementLabels.noUnmatched}>{statementLabels.noUnmatchedMore}</Empty>}
        read={(after, signal) =>
          ask('GET /api/admin/saas-billing/payments/unmatched', { query: { after, limit: 20 } }, { signal })
        }
      >
        {(entries) => (
          <ul class="records">
            {entries.map((entry) => (
              <li key={entry.entryId}>
                <p>{statementWords.entry(entry)}</p>
                <p>
                  <bdi>{statementWords.wrote(entry)}</bdi>
                </p>
                <Disclosed summary={statementLabels.credit}>
                  <Decide entry={entry} />
                </Disclosed>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const Decide = ({ entry: { entryId, mayBeOf } }: { readonly entry: BankEntry }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`entry ${entryId}`, { ownerKey: mayBeOf[0] ?? '', note: '' }, ['ownerKey', 'note']);
  const { typed, put } = draft;
  const { ownerKey, note } = typed;
  const [tried, setTried] = useState(false);
  const missing = (text: string): string => (tried && text.trim() === '' ? statementLabels.missing : '');
  const decide = (action: 'credit' | 'dismiss') =>
    run(async () => {
      setTried(true);
      if (note.trim() === '' || (action === 'credit' && ownerKey.trim() === '')) return;
      const body =
        action === 'credit' ? { action, ownerKey: ownerKey.trim(), note: note.trim() } : { action, note: note.trim() };
      const { approvalId } = await ask(
        'POST /api/admin/saas-billing/payments/unmatched/{entryId}',
        { path: { entryId }, body },
        { idempotencyKey: crypto.randomUUID() },
      );
      const said = action === 'credit' ? statementLabels.credited : statementLabels.dismissed;
      draft.sent();
      announcer.say(approvalId === null ? said : statementLabels.waits);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <Form
      send={statementLabels.credit}
      busy={busy}
      error={error}
      draft={draft}
      onSend={() => void decide('credit')}
      after={
        <ConfirmButton
          label={statementLabels.dismiss}
          more={statementLabels.dismissMore}
          busy={busy}
          onConfirmed={() => void decide('dismiss')}
        />
      }
    >
      <TextField
        label={statementLabels.owner}
        value={ownerKey}
        maxLength={120}
        more={statementLabels.ownerMore}
        problem={missing(ownerKey)}
        onText={(text) => put({ ownerKey: text })}
      />
      <TextField
        label={statementLabels.note}
        value={note}
        maxLength={500}
        problem={missing(note)}
        onText={(text) => put({ note: text })}
      />
    </Form>
  );
};
