import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty } from '../../kit/states.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { DELIVERS, peopleAgreementLabels } from '../../words/people-agreements-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { LinkOnce } from './link-once.tsx';
import { useAskable } from './people-queries.ts';
import { problemsOf, SubjectFields, subjectOf, type TypedSubject } from './subject-fields.tsx';

interface Typed extends TypedSubject {
  readonly agreementId: string;
  readonly deliver: keyof typeof DELIVERS;
  readonly endsOn: string;
  readonly draft: boolean;
}
const NOTHING: Typed = {
  ...{ agreementId: '', userId: '', partnerId: '', memberId: '', name: '', email: '', endsOn: '' },
  ...{ who: 'other', deliver: 'email', draft: false },
};

const KEPT = [
  ...([
    'agreementId',
    'who',
    'userId',
    'partnerId',
    'memberId',
    'name',
    'email',
    'deliver',
    'endsOn',
    'draft',
  ] as const),
];

/** Asks somebody for an agreement: by name, as a member, or as a user. */
export const AskForm = ({ at: { facility } }: { readonly at: AtFacility }) => {
  const { facilityId } = facility;
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const drafted = useDraft('ask', NOTHING, KEPT);
  const { typed, put } = drafted;
  const [tried, setTried] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const again = async (): Promise<void> => {
    setLink(null);
    await queries.invalidateQueries({ queryKey: ['people-agreements'] });
  };
  const problems = problemsOf(typed);
  const send = (): void => {
    setTried(true);
    if (typed.agreementId === '' || Object.values(problems).some((problem) => problem !== '')) return;
    void run(async () => {
      const { agreementId, deliver, endsOn, draft } = typed;
      const body = {
        ...{ agreementId, facilityId, subject: subjectOf(typed), deliver, draft },
        ...(endsOn !== '' && { endsOn }),
      };
      const options = { idempotencyKey: crypto.randomUUID() };
      const made = await ask('POST /api/admin/club-user-agreements', { body }, options);
      announcer.say(draft ? peopleAgreementLabels.drafted : peopleAgreementLabels.asked);
      drafted.sent({ ...NOTHING, agreementId });
      setTried(false);
      await again();
      setLink(made.link);
    });
  };
  return (
    <Form
      send={peopleAgreementLabels.askThem}
      busy={busy}
      error={error}
      draft={drafted}
      onSend={send}
      after={link !== null && <LinkOnce link={link} onGiven={() => setLink(null)} />}
    >
      <WhichAgreement
        facilityId={facilityId}
        agreementId={typed.agreementId}
        tried={tried}
        onAgreement={(agreementId) => put({ agreementId })}
      />
      <SubjectFields facilityId={facilityId} typed={typed} problems={tried ? problems : undefined} put={put} />
      <Choice
        label={peopleAgreementLabels.deliver}
        value={typed.deliver}
        options={optionsOf(DELIVERS)}
        onChoice={(deliver) => put({ deliver })}
      />
      <DateField
        label={peopleAgreementLabels.endsOn}
        value={typed.endsOn}
        more={peopleAgreementLabels.endsOnMore}
        onDay={(endsOn) => put({ endsOn })}
      />
      <CheckField label={peopleAgreementLabels.draft} checked={typed.draft} onCheck={(draft) => put({ draft })} />
    </Form>
  );
};

interface WhichAgreementProps {
  readonly facilityId: string;
  readonly agreementId: string;
  readonly tried: boolean;
  readonly onAgreement: (agreementId: string) => void;
}

/** What they are asked for, by title. */
const WhichAgreement = ({ facilityId, agreementId, tried, onAgreement }: WhichAgreementProps) => {
  const askable = useAskable({ facilityId });
  const problem = tried && agreementId === '' ? peopleAgreementLabels.agreementMissing : '';
  return (
    <Answered query={askable} what={peopleAgreementLabels.lookingAtAgreements}>
      {(known) => {
        const active = known.filter(({ state }) => state === 'active');
        if (active.length === 0)
          return <Empty title={peopleAgreementLabels.noAgreements}>{peopleAgreementLabels.noAgreementsMore}</Empty>;
        return (
          <div>
            <Choice
              label={peopleAgreementLabels.agreement}
              value={agreementId}
              options={[['', ''], ...active.map((one) => [one.agreementId, one.title] as const)]}
              onChoice={onAgreement}
            />
            <p class="problem" role="status">
              {problem}
            </p>
          </div>
        );
      }}
    </Answered>
  );
};
