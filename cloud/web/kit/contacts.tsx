import { useId, useState } from 'preact/hooks';
import type { PartnerContact } from '../client/console-api.gen.ts';
import { CONTACT_ROLES, contactLabels, contactWords } from '../words/partner-keys-en.ts';
import { Answered } from './answered.tsx';
import { useAttempt } from './attempt.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { DraftNote } from './draft-note.tsx';
import { usePageTools, useQuery } from './page-tools.ts';
import { Failed } from './states.tsx';
import { useDraft } from './use-draft.ts';

type NewContact = Omit<PartnerContact, 'contactId'>;
type Change = (contacts: readonly PartnerContact[]) => readonly NewContact[];

interface ContactsProps {
  /** Names them among what is kept of answers. */
  readonly of: readonly unknown[];
  readonly more: string;
  readonly read: (signal?: AbortSignal) => Promise<{ readonly data: readonly PartnerContact[] }>;
  /** Of those who may say who they are. */
  readonly write?: ((contacts: readonly NewContact[]) => Promise<unknown>) | undefined;
  /** Whether an account may have nobody, as whoever administers it may say. */
  readonly mayBeNone?: boolean;
  /** Whoever is there, where they are one of them. */
  readonly own?: string;
}

/** The contacts of an account. What somebody changes is applied to how they are by then, not to what this page has shown. */
export const Contacts = ({ of, more, read, write, mayBeNone = false, own }: ContactsProps) => {
  const { queries } = usePageTools();
  const { busy, error, run } = useAttempt();
  const query = useQuery({ queryKey: of, queryFn: ({ signal }) => read(signal) });
  const change = (to: Change, done?: () => void) =>
    run(async () => {
      const { data } = await read();
      await write?.(to(data).map(({ email, name, role }) => ({ email, name, role })));
      done?.();
      await queries.invalidateQueries({ queryKey: of });
    });
  return (
    <section class="panel" aria-labelledby="contacts-title">
      <h2 id="contacts-title">{contactLabels.contacts}</h2>
      <p class="quiet">{more}</p>
      <Answered query={query} what={contactLabels.looking}>
        {({ data }) => (
          <ul class="owned">
            {data.map((contact) => (
              <OneContact
                key={contact.contactId}
                contact={contact}
                isLastOwner={contact.role === 'owner' && data.filter(({ role }) => role === 'owner').length === 1}
                mayGo={data.length === 1 && mayBeNone}
                own={own}
                {...(write !== undefined && { change: (to: Change) => void change(to) })}
                busy={busy}
              />
            ))}
          </ul>
        )}
      </Answered>
      {write !== undefined && (
        <AddContact busy={busy} add={(contact, done) => void change((contacts) => [...contacts, contact], done)} />
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

interface OneContactProps {
  readonly contact: PartnerContact;
  readonly isLastOwner: boolean;
  /** Whether even the last owner may be removed. */
  readonly mayGo: boolean;
  readonly own: string | undefined;
  readonly busy: boolean;
  /** Of those who may. */
  readonly change?: (to: Change) => void;
}

const OneContact = ({ contact, isLastOwner, mayGo, own, busy, change }: OneContactProps) => {
  const { contactId, email, name, role } = contact;
  const other = role === 'owner' ? 'developer' : 'owner';
  const become = () =>
    change?.((contacts) => contacts.map((one) => (one.contactId === contactId ? { ...one, role: other } : one)));
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi> {contactId === own && <strong class="fact">{contactLabels.you}</strong>}
        </p>
        <p class="quiet small">
          <bdi>{email}</bdi> · {contactWords.role(role)}
        </p>
        {change !== undefined && isLastOwner && !mayGo && <p class="quiet small">{contactLabels.lastOwner}</p>}
      </div>
      {change !== undefined && (
        <div class="buttons">
          {!isLastOwner && (
            <button type="button" aria-disabled={busy} onClick={become}>
              <bdi>{contactWords.become(name, other)}</bdi>
            </button>
          )}
          {(!isLastOwner || mayGo) && (
            <ConfirmButton
              label={contactWords.remove(name)}
              more={contactLabels.removeMore}
              busy={busy}
              onConfirmed={() => change((contacts) => contacts.filter((one) => one.contactId !== contactId))}
            />
          )}
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
  const draft = useDraft('new-contact', NEW, ['email', 'name', 'role']);
  const { typed: contact, put } = draft;
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const send = (): void => {
    const whole = { ...contact, email: contact.email.trim(), name: contact.name.trim() };
    const isIncomplete = whole.email === '' || whole.name === '';
    setMissing(isIncomplete);
    if (!isIncomplete) add(whole, draft.sent);
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
      <DraftNote draft={draft} />
      <div class="field">
        <label for={`${field}-email`}>{contactLabels.email}</label>
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
        <label for={`${field}-name`}>{contactLabels.name}</label>
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
        <label for={`${field}-role`}>{contactLabels.role}</label>
        <select
          id={`${field}-role`}
          value={contact.role}
          onChange={({ currentTarget }) => put({ role: currentTarget.value as NewContact['role'] })}
        >
          {CONTACT_ROLES.toReversed().map((role) => (
            <option key={role} value={role}>
              {contactWords.role(role)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" aria-disabled={busy}>
        {contactLabels.add}
      </button>
      <p id={`${field}-problem`} class="problem" role="alert">
        {isMissing ? contactLabels.incomplete : ''}
      </p>
    </form>
  );
};
