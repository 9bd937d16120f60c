import { useEffect } from 'preact/hooks';
import { Contacts } from '../../kit/contacts.tsx';
import { Sessions } from '../../kit/sessions.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { contactWords } from '../../words/partner-keys-en.ts';
import { usePartner, useSignedIn } from '../partner-console.ts';
import { Profile } from './profile.tsx';

/** The newest: more than these nobody begins in the eight hours that one lasts. */
const SHOWN = 100;
const SESSIONS = ['sessions'];
const CONTACTS = ['contacts'];

/** What the account says of itself, who signs in for it, and where one is signed in oneself. */
export const AccountPage = () => {
  const { ask, queries } = usePartner();
  const { contact } = useSignedIn();
  useEffect(() => {
    document.title = `${partnerLabels.account.title} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.account.title}</h1>
        <p class="quiet">
          <bdi>{contact.email}</bdi> · {contactWords.role(contact.role)}
        </p>
      </div>
      <Profile />
      <Contacts
        of={CONTACTS}
        more={partnerLabels.account.contactsMore}
        own={contact.contactId}
        read={(signal) => ask('GET /console/v1/contacts', {}, { signal })}
        write={
          contact.role === 'owner' ? (contacts) => ask('PUT /console/v1/contacts', { body: { contacts } }) : undefined
        }
      />
      <Sessions
        query={{
          queryKey: SESSIONS,
          queryFn: ({ signal }) => ask('GET /console/v1/sessions', { query: { limit: SHOWN } }, { signal }),
        }}
        end={async (sessionId) => {
          await ask('DELETE /console/v1/sessions/{sessionId}', { path: { sessionId } });
          await queries.invalidateQueries({ queryKey: SESSIONS });
        }}
      />
    </div>
  );
};
