import type { Input } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleAgreementLabels, WHO } from '../../words/people-agreements-en.ts';
import { useSources } from '../people/sources.ts';

/** Whom an agreement is asked of, as somebody typed it. */
export interface TypedSubject {
  readonly who: keyof typeof WHO;
  readonly userId: string;
  readonly partnerId: string;
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
}
type Subject = Input<'POST /api/admin/club-user-agreements'>['body']['subject'];

export const subjectOf = ({ who, userId, partnerId, memberId, name, email }: TypedSubject): Subject => {
  if (who === 'user') return { userId: userId.trim() };
  return who === 'member' ? { partnerId, memberId: memberId.trim() } : { name: name.trim(), email: email.trim() };
};

/** What is missing, field by field. */
export const problemsOf = ({ who, userId, partnerId, memberId, name, email }: TypedSubject) => {
  const missing = (of: TypedSubject['who'], text: string): string =>
    who === of && text.trim() === '' ? peopleAgreementLabels.memberMissing : '';
  return {
    userId: missing('user', userId),
    partnerId: missing('member', partnerId),
    memberId: missing('member', memberId),
    name: missing('other', name),
    email: who === 'other' && !email.includes('@') ? peopleAgreementLabels.emailMissing : '',
  };
};

interface SubjectFieldsProps {
  readonly facilityId: string;
  readonly typed: TypedSubject;
  readonly problems: ReturnType<typeof problemsOf> | undefined;
  readonly put: (part: Partial<TypedSubject>) => void;
}

export const SubjectFields = ({ facilityId, typed, problems, put }: SubjectFieldsProps) => (
  <>
    <Choice
      label={peopleAgreementLabels.who}
      value={typed.who}
      options={optionsOf(WHO)}
      onChoice={(who) => put({ who })}
    />
    {typed.who === 'other' && (
      <>
        <TextField
          label={peopleAgreementLabels.name}
          maxLength={120}
          value={typed.name}
          problem={problems?.name ?? ''}
          onText={(name) => put({ name })}
        />
        <TextField
          label={peopleAgreementLabels.email}
          inputMode="email"
          maxLength={254}
          value={typed.email}
          problem={problems?.email ?? ''}
          onText={(email) => put({ email })}
        />
      </>
    )}
    {typed.who === 'member' && <MemberFields facilityId={facilityId} typed={typed} problems={problems} put={put} />}
    {typed.who === 'user' && (
      <TextField
        label={peopleAgreementLabels.userId}
        maxLength={64}
        value={typed.userId}
        more={peopleAgreementLabels.userIdMore}
        problem={problems?.userId ?? ''}
        onText={(userId) => put({ userId })}
      />
    )}
  </>
);

const MemberFields = ({ facilityId, typed, problems, put }: SubjectFieldsProps) => {
  const sources = useSources(facilityId);
  return (
    <Answered query={sources} what={peopleAgreementLabels.looking}>
      {(known) => (
        <>
          <div>
            <Choice
              label={peopleAgreementLabels.partner}
              value={typed.partnerId}
              options={[
                ['', known.length === 0 ? peopleAgreementLabels.noPartners : ''],
                ...known.map(({ partnerId, partnerName }) => [partnerId, partnerName] as const),
              ]}
              onChoice={(partnerId) => put({ partnerId })}
            />
            <p class="problem" role="status">
              {problems?.partnerId ?? ''}
            </p>
          </div>
          <TextField
            label={peopleAgreementLabels.memberId}
            maxLength={120}
            value={typed.memberId}
            problem={problems?.memberId ?? ''}
            onText={(memberId) => put({ memberId })}
          />
        </>
      )}
    </Answered>
  );
};
