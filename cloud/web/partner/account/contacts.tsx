import { useId, useState } from 'preact/hooks';
import type { PartnerContact } from '../../client/console-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { CONTACT_ROLES, partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { usePartner, useQuery, useSignedIn } from '../partner-console.ts';

const CONTACTS = ['contacts'];
type NewContact = Omit<PartnerContact, 'contactId'>;
type Change = (contacts: readonly PartnerContact[]) => readonly NewContact[];

/** The contacts of the account. What an owner changes is applied to how they are by then, not to what this page has shown. */
export const Contacts = () => {
  const { ask, queries } = usePartner();
  const isOwner = useSignedIn().contact.role === 'owner';
  const { busy, error, run } = useAttempt();
  const query = useQuery({
    queryKey: CONTACTS,
    queryFn: ({ signal }) => ask('GET /console/v1/contacts', {}, { signal }),
  });
  const change = (to: Change, done?: () => void) =>
    run(async () => {
      const { data } = await ask('GET /console/v1/contacts', {});
      const contacts = to(data).map(({ email, name, role }) => ({ email, name, role }));
      await ask('PUT /console/v1/contacts', { body: { contacts } });
      done?.();
      await queries.invalidateQueries({ queryKey: CONTACTS });
    });
  return (
    <section class="panel" aria-labelledby="contacts-title">
      <h2 id="contacts-title">{partnerLabels.account.contacts}</h2>
      <p class="quiet">{partnerLabels.account.contactsMore}</p>
      <Answered query={query} what={partnerLabels.account.looking}>
        {({ data }) => (
          <ul class="owned">
            {data.map((contact) => (
              <OneContact
                key={contact.contactId}
                contact={contact}
                isLastOwner={contact.role === 'owner' && data.filter(({ role }) => role === 'owner').length === 1}
                {...(isOwner && { change: (to: Change) => void change(to) })}
                busy={busy}
              />
            ))}
          </ul>
        )}
      </Answered>
      {isOwner && (
        <AddContact busy={busy} add={(contact, done) => void change((contacts) => [...contacts, contact], done)} />
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

interface OneContactProps {
  readonly contact: PartnerContact;
  readonly isLastOwner: boolean;
  readonly busy: boolean;
  /** Of owners alone. */
  readonly change?: (to: Change) => void;
}

const OneContact = ({ contact, isLastOwner, busy, change }: OneContactProps) => {
  const { contactId: own } = useSignedIn().contact;
  const { contactId, email, name, role } = contact;
  const other = role === 'owner' ? 'developer' : 'owner';
  const become = () =>
    change?.((contacts) => contacts.map((one) => (one.contactId === contactId ? { ...one, role: other } : one)));
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi> {contactId === own && <strong class="fact">{partnerLabels.account.you}</strong>}
        </p>
        <p class="quiet small">
          <bdi>{email}</bdi> · {partnerWords.role(role)}
        </p>
        {change !== undefined && isLastOwner && <p class="quiet small">{partnerLabels.account.lastOwner}</p>}
      </div>
      {change !== undefined && !isLastOwner && (
        <div class="buttons">
          <button type="button" aria-disabled={busy} onClick={become}>
            <bdi>{partnerWords.become(name, other)}</bdi>
          </button>
          <ConfirmButton
            label={partnerWords.remove(name)}
            more={partnerLabels.account.removeMore}
            busy={busy}
            onConfirmed={() => change((contacts) => contacts.filter((one) => one.contactId !== contactId))}
          />
        </div>
      )}
    </li>
  );
};

const NEW: NewContact = { email: '', name: '', role: 'developer' };

interface AddContactProps {
  readonly busy: boolean;
  /** What was typed stays until it is `done`. */
  readonly add: (contact: NewContact, done: () => void) => void;
}

const AddContact = ({ busy, add }: AddContactProps) => {
  const [contact, setContact] = useState(NEW);
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const put = (part: Partial<NewContact>) => setContact({ ...contact, ...part });
  const send = (): void => {
    const whole = { ...contact, email: contact.email.trim(), name: contact.name.trim() };
    const isIncomplete = whole.email === '' || whole.name === '';
    setMissing(isIncomplete);
    if (!isIncomplete) add(whole, () => setContact(NEW));
  };
  return (
    <form
      class="add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="field">
        <label for={`${field}-email`}>{partnerLabels.account.email}</label>
        <input
          id={`${field}-email`}
          type="email"
          autocomplete="off"
          maxLength={254}
          required
          value={contact.email}
          aria-describedby={`${field}-problem`}
          onInput={({ currentTarget }) => put({ email: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for={`${field}-name`}>{partnerLabels.account.name}</label>
        <input
          id={`${field}-name`}
          autocomplete="off"
          maxLength={120}
          required
          value={contact.name}
          aria-describedby={`${field}-problem`}
          onInput={({ currentTarget }) => put({ name: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for={`${field}-role`}>{partnerLabels.account.role}</label>
        <select
          id={`${field}-role`}
          value={contact.role}
          onChange={({ currentTarget }) => put({ role: currentTarget.value as NewContact['role'] })}
        >
          {CONTACT_ROLES.toReversed().map((role) => (
            <option key={role} value={role}>
              {partnerWords.role(role)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" aria-disabled={busy}>
        {partnerLabels.account.add}
      </button>
      <p id={`${field}-problem`} class="problem" role="alert">
        {isMissing ? partnerLabels.account.incomplete : ''}
      </p>
    </form>
  );
};
