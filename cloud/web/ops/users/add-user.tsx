import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { userWords } from '../../words/users-en.ts';
import { useConsole } from '../console.ts';
import type { Places } from './places.ts';
import { NOTHING_CHOSEN, RoleFields, roleOf } from './role-fields.tsx';

const NOBODY = { email: '', firstName: '', lastName: '' };

/** Adds somebody with what they begin with: without it nobody would see them. */
export const AddUser = ({ places }: { readonly places: Places }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('new', NOBODY, ['email', 'firstName', 'lastName']);
  const { typed: person, put } = draft;
  const [chosen, choose] = useState(NOTHING_CHOSEN);
  const [tried, setTried] = useState(false);
  const role = roleOf(chosen);
  const isWhole = Object.values(person).every((text) => text.trim() !== '');
  const add = (): void => {
    setTried(true);
    if (!isWhole || role === undefined) return;
    void run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const { email } = await ask('POST /api/users', { body: { ...person, roles: [role] } }, options);
      announcer.say(userWords.added(email));
      draft.sent();
      choose(NOTHING_CHOSEN);
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['users'] });
    });
  };
  const field = (name: keyof typeof NOBODY, inputMode: 'text' | 'email' = 'text') => (
    <TextField
      label={userWords[name]}
      inputMode={inputMode}
      value={person[name]}
      problem={tried && person[name].trim() === '' ? userWords.incomplete : ''}
      onText={(text) => put({ [name]: text })}
    />
  );
  return (
    <Form class="panel form" send={userWords.add} busy={busy} error={error} draft={draft} onSend={add}>
      {field('email', 'email')}
      {field('firstName')}
      {field('lastName')}
      <RoleFields places={places} chosen={chosen} choose={choose} missing={tried && role === undefined} />
    </Form>
  );
};
