import { useState } from 'preact/hooks';
import { SMS_TEMPLATES, withValues } from '../../../src/content/sms/sms-templates.ts';
import type { Answer } from '../../client/client.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { KINDS, messageLabels, messageWords, WHENS } from '../../words/messages-en.ts';
import { useConsole } from '../console.ts';
import { QuietThere } from './quiet-hours.tsx';
import { ShapeLine } from './shape-line.tsx';
import { RECIPIENTS_MAX, recipientsIn } from './typed-recipients.ts';

type Accepted = Answer<'POST /api/admin/sms/new-message'>;

interface Typed {
  readonly kind: keyof typeof KINDS;
  readonly facilityId: string;
  readonly text: string;
  readonly templateKind: string;
  readonly values: Readonly<Record<string, string>>;
  readonly recipients: string;
  readonly when: keyof typeof WHENS;
  readonly at: string;
}
const NOTHING: Typed = {
  ...{ kind: 'marketing', facilityId: '', text: '', templateKind: SMS_TEMPLATES[0]?.kind ?? '', values: {} },
  ...{ recipients: '', when: 'now', at: '' },
};

interface MessageFormProps {
  readonly organisationId: string;
  readonly organisation: string;
  readonly gyms: readonly { readonly facilityId: string; readonly name: string }[];
}

const templateOf = ({ templateKind }: Typed) => SMS_TEMPLATES.find(({ kind }) => kind === templateKind);

/** What it says, as far as it is written. */
const saidIn = (typed: Typed): string => {
  if (typed.kind === 'marketing') return typed.text;
  const template = templateOf(typed);
  if (template === undefined) return '';
  const dots = Object.fromEntries(Object.keys(template.variables).map((name) => [name, typed.values[name] || '…']));
  const told = withValues(template, dots);
  return 'text' in told ? told.text : '';
};

/** What is wrong with it, field by field; all empty where nothing is. */
const problemsOf = (typed: Typed) => {
  const { recipients, bad } = recipientsIn(typed.recipients);
  const named = bad.length > 0 ? messageWords.badLines(bad) : '';
  const missing = recipients.length === 0 ? messageLabels.recipientsMissing : '';
  const isValued = Object.keys(templateOf(typed)?.variables ?? {}).every((name) => typed.values[name]?.trim());
  return {
    text: typed.kind === 'marketing' && typed.text.trim() === '' ? messageLabels.textMissing : '',
    values: typed.kind === 'transactional' && !isValued ? messageLabels.valueMissing : '',
    recipients: named || missing || (recipients.length > RECIPIENTS_MAX ? messageWords.tooMany(RECIPIENTS_MAX) : ''),
    at: typed.when === 'later' && typed.at === '' ? messageLabels.atMissing : '',
  };
};

const bodyOf = (organisationId: string, typed: Typed) => ({
  organisationId,
  ...(typed.facilityId !== '' && { facilityId: typed.facilityId }),
  kind: typed.kind,
  ...(typed.kind === 'marketing'
    ? { text: typed.text.trim() }
    : { templateKind: typed.templateKind, variables: typed.values }),
  recipients: recipientsIn(typed.recipients).recipients,
});

/** Writes a text message, and says of it what the cloud will: how many parts it takes, and who is left out. */
export const MessageForm = ({ organisationId, organisation, gyms }: MessageFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`message ${organisationId}`, NOTHING, ['text']);
  const { typed, put, sent } = draft;
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState<{ readonly accepted: Accepted; readonly lines: readonly number[] }>();
  const problems = problemsOf(typed);
  const send = (): void => {
    setTried(true);
    setDone(undefined);
    if (Object.values(problems).some((problem) => problem !== '')) return;
    void run(async () => {
      const body = bodyOf(organisationId, typed);
      const options = { idempotencyKey: crypto.randomUUID() };
      const accepted =
        typed.when === 'now'
          ? await ask('POST /api/admin/sms/new-message', { body }, options)
          : await ask('POST /api/admin/sms/schedule', { body: { ...body, sendLocal: typed.at } }, options);
      announcer.say(messageWords.accepted(accepted.accepted, accepted.segments));
      setDone({ accepted, lines: recipientsIn(typed.recipients).lines });
      setTried(false);
      sent(NOTHING);
      await queries.invalidateQueries({ queryKey: ['messages', organisationId] });
    });
  };
  const sender = gyms.find(({ facilityId }) => facilityId === typed.facilityId)?.name ?? organisation;
  return (
    <Form
      send={messageLabels.send}
      busy={busy}
      error={error}
      draft={draft}
      onSend={send}
      after={done !== undefined && <Done {...done} />}
    >
      <Choice
        label={messageLabels.kind}
        value={typed.kind}
        options={optionsOf(KINDS)}
        onChoice={(kind) => put({ kind })}
      />
      <div>
        <Choice
          label={messageLabels.place}
          value={typed.facilityId}
          options={[['', organisation], ...gyms.map(({ facilityId, name }) => [facilityId, name] as const)]}
          onChoice={(facilityId) => put({ facilityId })}
        />
        <p class="quiet small">{messageLabels.placeMore}</p>
      </div>
      <Said typed={typed} put={put} problems={tried ? problems : undefined} />
      <ShapeLine sender={sender} text={saidIn(typed)} />
      <TextArea
        label={messageLabels.recipients}
        rows={5}
        maxLength={200_000}
        value={typed.recipients}
        more={messageLabels.recipientsMore}
        problem={tried ? problems.recipients : ''}
        onText={(recipients) => put({ recipients })}
      />
      <When typed={typed} put={put} problem={tried ? problems.at : ''} />
      {typed.facilityId !== '' && typed.kind === 'marketing' && <QuietThere facilityId={typed.facilityId} />}
      <p class="quiet small whole">{messageLabels.sendMore}</p>
    </Form>
  );
};

interface PartProps {
  readonly typed: Typed;
  readonly put: (part: Partial<Typed>) => void;
}

/** Free text, or what the chosen kind leaves to say. */
const Said = ({
  typed,
  put,
  problems,
}: PartProps & { readonly problems: ReturnType<typeof problemsOf> | undefined }) =>
  typed.kind === 'marketing' ? (
    <TextArea
      label={messageLabels.text}
      rows={5}
      maxLength={1_500}
      value={typed.text}
      problem={problems?.text ?? ''}
      onText={(text) => put({ text })}
    />
  ) : (
    <>
      <Choice
        label={messageLabels.template}
        value={typed.templateKind}
        options={SMS_TEMPLATES.map(({ kind, summary }) => [kind, summary] as const)}
        onChoice={(templateKind) => put({ templateKind, values: {} })}
      />
      {Object.entries(templateOf(typed)?.variables ?? {}).map(([name, about]) => (
        <TextField
          key={name}
          label={about}
          maxLength={60}
          value={typed.values[name] ?? ''}
          problem={typed.values[name]?.trim() ? '' : (problems?.values ?? '')}
          onText={(text) => put({ values: { ...typed.values, [name]: text } })}
        />
      ))}
    </>
  );

const When = ({ typed, put, problem }: PartProps & { readonly problem: string }) => (
  <>
    <Choice
      label={messageLabels.when}
      value={typed.when}
      options={optionsOf(WHENS)}
      onChoice={(when) => put({ when })}
    />
    {typed.when === 'later' && (
      <label class="field">
        {messageLabels.at}
        <input
          type="datetime-local"
          value={typed.at}
          onInput={({ currentTarget }) => put({ at: currentTarget.value })}
        />
        <span class="problem" role="status">
          {problem}
        </span>
      </label>
    )}
  </>
);

/** Whom it goes to, and who of those that were named gets none. */
const Done = ({
  accepted: { accepted, segments, skipped },
  lines,
}: {
  readonly accepted: Accepted;
  readonly lines: readonly number[];
}) => (
  <div class="result whole" role="status" data-tone="good">
    <p>{messageWords.accepted(accepted, segments)}</p>
    <ul>
      {skipped.map(({ index, reason }) => (
        <li key={index}>{messageWords.skipped(lines[index] ?? index + 1, reason)}</li>
      ))}
    </ul>
  </div>
);
