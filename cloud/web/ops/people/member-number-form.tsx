import { useState } from 'preact/hooks';
import { Choice } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleWords } from '../../words/people-en.ts';
import type { Sources } from './sources.ts';

interface MemberNumberFormProps {
  readonly sources: Sources;
  readonly submit: string;
  readonly more?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onMember: (member: { readonly partnerId: string; readonly memberId: string }) => void;
}

/** Asks for a member by partner and number: also for one whom the partner has not sent yet. */
export const MemberNumberForm = ({ sources, submit, more, busy, error, onMember }: MemberNumberFormProps) => {
  const [first] = sources;
  const [partnerId, setPartnerId] = useState(first?.partnerId ?? '');
  const [memberId, setMemberId] = useState('');
  const [tried, setTried] = useState(false);
  if (first === undefined) return <Empty title={peopleWords.noPartners} />;
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (memberId.trim() !== '' && !busy) onMember({ partnerId, memberId: memberId.trim() });
      }}
    >
      {more !== undefined && <p class="quiet whole">{more}</p>}
      <Choice
        label={peopleWords.partner}
        value={partnerId}
        options={sources.map((source) => [source.partnerId, source.partnerName])}
        onChoice={setPartnerId}
      />
      <TextField
        label={peopleWords.number}
        value={memberId}
        problem={tried && memberId.trim() === '' ? peopleWords.numberMissing : ''}
        onText={setMemberId}
      />
      <button type="submit" class="first" aria-disabled={busy}>
        {submit}
      </button>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
