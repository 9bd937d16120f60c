import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { messageLabels } from '../../words/messages-en.ts';
import { useClubs } from '../agreements/agreement-queries.ts';
import { useConsole } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { MessageForm } from './message-form.tsx';
import { OneMessage } from './one-message.tsx';
import { QuietHours } from './quiet-hours.tsx';

const A_PAGE = 20;

/** The text messages of an organisation: written here, and what became of each. */
export const MessagesPage = () => (
  <PlainPage title={messageLabels.title} more={messageLabels.more}>
    <OfOrganisation label={messageLabels.of} none={messageLabels.none} noneMore={messageLabels.noneMore}>
      {(organisationId, name) =>
        organisationId !== undefined && <Messages organisationId={organisationId} organisation={name} />
      }
    </OfOrganisation>
  </PlainPage>
);

interface MessagesProps {
  readonly organisationId: string;
  readonly organisation: string;
}

const Messages = ({ organisationId, organisation }: MessagesProps) => {
  const { ask } = useConsole();
  const clubs = useClubs(organisationId);
  return (
    <Answered query={clubs} what={messageLabels.lookingAtClubs}>
      {({ data: gyms }) => (
        <>
          <section class="panel stack" aria-label={messageLabels.title}>
            <Disclosed summary={messageLabels.write}>
              <MessageForm organisationId={organisationId} organisation={organisation} gyms={gyms} />
            </Disclosed>
            <Pages
              of={['messages', organisationId]}
              read={(after, signal) => {
                const query = { organisationId, after, limit: A_PAGE };
                return ask('GET /api/admin/sms/message-history', { query }, { signal });
              }}
              what={messageLabels.looking}
              empty={<Empty title={messageLabels.nothing}>{messageLabels.nothingMore}</Empty>}
            >
              {(messages) => (
                <ul class="records">
                  {messages.map((message) => (
                    <OneMessage key={message.messageId} message={message} />
                  ))}
                </ul>
              )}
            </Pages>
          </section>
          <QuietHours gyms={gyms} />
        </>
      )}
    </Answered>
  );
};
