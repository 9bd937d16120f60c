import type { Answer } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { mailWords } from '../../words/platform-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';

type Mail = Answer<'GET /api/admin/mailbox'>['data'][number];

const A_PAGE = 50;
const TONES: Readonly<Record<Mail['state'], string>> = { kept: 'calm', queued: 'held', sent: 'calm', refused: 'alarm' };

/** The e-mail of the platform. Codes are read by whom they are for, and by super admins. */
export const MailboxPage = () => {
  const { ask } = useConsole();
  return (
    <PlainPage title={mailWords.title} more={mailWords.more}>
      <section class="panel" aria-label={mailWords.title}>
        <Pages<Mail>
          of={['mailbox']}
          read={(after, signal) => ask('GET /api/admin/mailbox', { query: { after, limit: A_PAGE } }, { signal })}
          what={mailWords.looking}
          empty={<Empty title={mailWords.none}>{mailWords.noneMore}</Empty>}
        >
          {(mails) => (
            <ol class="records">
              {mails.map((mail) => (
                <OneMail key={mail.mailId} mail={mail} />
              ))}
            </ol>
          )}
        </Pages>
      </section>
    </PlainPage>
  );
};

const OneMail = ({ mail }: { readonly mail: Mail }) => {
  const { mailId, to, subject, state, attempts, lastError, sensitive, createdAt } = mail;
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{subject}</bdi>
        </strong>
        <bdi class="quiet">{mailWords.to(to)}</bdi>
        <span class="fact" data-tone={TONES[state]}>
          {mailWords.states[state]}
        </span>
        {sensitive && <span class="fact">{mailWords.sensitive}</span>}
        {attempts > 1 && <span class="quiet small">{mailWords.attempts(attempts)}</span>}
        <time class="figures quiet small" dateTime={createdAt}>
          {utcTime.exactly(Date.parse(createdAt))}
        </time>
      </div>
      {lastError !== null && (
        <p class="problem">
          <bdi>{lastError}</bdi>
        </p>
      )}
      <Disclosed summary={mailWords.read}>
        <Body mailId={mailId} />
      </Disclosed>
    </li>
  );
};

const Body = ({ mailId }: { readonly mailId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['mailbox', mailId],
    queryFn: ({ signal }) => ask('GET /api/admin/mailbox/{mailId}', { path: { mailId } }, { signal }),
    // A code is not kept longer than it is looked at.
    gcTime: 0,
  });
  return (
    <Answered query={query} what={mailWords.lookingAtOne}>
      {({ text }) => (text === null ? <p>{mailWords.secret}</p> : <p class="mail-text">{text}</p>)}
    </Answered>
  );
};
