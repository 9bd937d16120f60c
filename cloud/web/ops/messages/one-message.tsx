import type { SmsMessage } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Failed } from '../../kit/states.tsx';
import { contentWords } from '../../words/content-en.ts';
import { messageLabels, messageWords, STATES } from '../../words/messages-en.ts';
import { useConsole, useQuery } from '../console.ts';

interface OneMessageProps {
  readonly message: SmsMessage;
}

/** A text message, what became of it, and the way to cancel what has not gone out. */
export const OneMessage = ({ message }: OneMessageProps) => {
  const ago = useAgo();
  const { text, state, segments, sendAt, sendLocal, counts, createdAt, createdBy } = message;
  const when = [
    ...(sendAt === null ? [] : [messageWords.sendAt(utcTime.exactly(Date.parse(sendAt)))]),
    ...(sendLocal === null ? [] : [messageWords.sendLocal(sendLocal)]),
  ];
  return (
    <li>
      <div class="record-head">
        <span class="fact" data-tone={state === 'done' || state === 'sending' ? 'calm' : 'held'}>
          {STATES[state]}
        </span>
        <span>{messageWords.counts(counts)}</span>
        <span class="quiet small">
          <bdi>{messageWords.written(ago(createdAt), createdBy.name ?? contentWords.somebody)}</bdi>
        </span>
      </div>
      <p class="mail-text" dir="auto">
        {text}
      </p>
      <p class="quiet small">{[messageWords.parts(segments), ...when].join(' · ')}</p>
      <Disclosed summary={messageLabels.details}>
        <Recipients message={message} />
      </Disclosed>
      {(state === 'scheduled' || state === 'sending') && <Cancel message={message} />}
    </li>
  );
};

const Recipients = ({ message: { messageId, organisationId } }: OneMessageProps) => {
  const { ask } = useConsole();
  const found = useQuery({
    queryKey: ['messages', organisationId, 'one', messageId],
    queryFn: ({ signal }) => ask('GET /api/admin/sms/{messageId}', { path: { messageId } }, { signal }),
  });
  return (
    <Answered query={found} what={messageLabels.lookingAtOne}>
      {({ recipients }) => (
        <ul>
          {recipients.map(({ number, memberId, userId, state, error, changedAt }, at) => (
            <li key={at}>
              <bdi>{number ?? messageWords.erased}</bdi> <bdi class="quiet small">{memberId ?? userId}</bdi>{' '}
              {messageWords.recipient(state, error)}{' '}
              <time class="quiet small" dateTime={changedAt}>
                {utcTime.exactly(Date.parse(changedAt))}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
};

const Cancel = ({ message: { messageId, organisationId } }: OneMessageProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const cancel = () =>
    run(async () => {
      const { cancelled } = await ask('POST /api/admin/sms/{messageId}/cancel', { path: { messageId } });
      announcer.say(messageWords.cancelled(cancelled));
      await queries.invalidateQueries({ queryKey: ['messages', organisationId] });
    });
  return (
    <div>
      <ConfirmButton
        label={messageLabels.cancel}
        more={messageLabels.cancelMore}
        busy={busy}
        onConfirmed={() => void cancel()}
      />
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
