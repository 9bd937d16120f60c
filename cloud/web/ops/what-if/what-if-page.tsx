import { useState } from 'preact/hooks';
import type { WhatIf } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { navigationLabels } from '../../words/navigation-en.ts';
import { whatIfWords } from '../../words/what-if-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { type Target, TargetForm } from '../warnings/target-form.tsx';
import { type Changes, Outcome } from './outcome.tsx';
import { changeOf, KINDS, type Kind, type Subject, subjectsOf } from './subjects.ts';

/** Asks what a change of a mapping would do before anybody makes it. */
export const WhatIfPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="whatIf" title={navigationLabels.whatIf}>
    {(at) => <Asking at={at} />}
  </FacilityFrame>
);

const Asking = ({ at }: { readonly at: AtFacility }) => {
  const console = useConsole();
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['what-if', facilityId],
    queryFn: ({ signal }) => subjectsOf(console, facilityId, signal),
  });
  return (
    <section class="stack" aria-labelledby="what-if-title">
      <div>
        <h1 id="what-if-title" tabIndex={-1}>
          {navigationLabels.whatIf}
        </h1>
        <p class="quiet">{whatIfWords.more}</p>
      </div>
      <Answered query={query} what={whatIfWords.looking}>
        {(subjects) => <Question at={at} subjects={subjects} />}
      </Answered>
    </section>
  );
};

interface QuestionProps {
  readonly at: AtFacility;
  readonly subjects: Readonly<Record<Kind, readonly Subject[]>>;
}

const Question = ({ at, subjects }: QuestionProps) => {
  const { values, set } = useFilters();
  const kind = KINDS.find((known) => known === values.kind) ?? 'scope-key';
  const subject = subjects[kind].find(({ id }) => id === values.of) ?? subjects[kind][0];
  return (
    <>
      <div class="filters">
        <Choice
          label={whatIfWords.what}
          value={kind}
          options={KINDS.map((known) => [known, whatIfWords.kinds[known]])}
          onChoice={(chosen) => set({ kind: chosen, of: '' })}
        />
        {subject !== undefined && (
          <Choice
            label={whatIfWords.subject[kind]}
            value={subject.id}
            options={subjects[kind].map(({ id, name }) => [id, name])}
            onChoice={(of) => set({ of })}
          />
        )}
      </div>
      {subject === undefined ? (
        <Empty title={whatIfWords.none}>{whatIfWords.noneMore}</Empty>
      ) : (
        <Asked key={`${kind} ${subject.id}`} at={at} kind={kind} subject={subject} />
      )}
    </>
  );
};

interface AskedProps {
  readonly at: AtFacility;
  readonly kind: Kind;
  readonly subject: Subject;
}

const Asked = ({ at, kind, subject }: AskedProps) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const [change, setChange] = useState<WhatIf['change']>();
  const [answers, setAnswers] = useState<readonly Changes[]>([]);
  const { facilityId } = at.facility;
  const look = (next: WhatIf['change'], before: readonly Changes[]) =>
    run(async () => {
      const after = before.at(-1)?.next ?? undefined;
      const body = { change: next, ...(after !== undefined && { after }) };
      const answer = await ask('POST /api/access-control/{facilityId}/what-if', { path: { facilityId }, body });
      setChange(next);
      setAnswers([...before, answer]);
    });
  const first = (target: Target | null) => void look(changeOf(kind, subject, target), []);
  return (
    <>
      <div class="panel">
        {kind === 'integration-off' ? (
          <>
            <button type="button" class="first" aria-disabled={busy} onClick={() => first(null)}>
              {whatIfWords.ask}
            </button>
            {error !== undefined && <Failed error={error} />}
          </>
        ) : (
          <TargetForm facilityId={facilityId} submit={whatIfWords.ask} busy={busy} error={error} onTarget={first} />
        )}
      </div>
      {answers.length > 0 && <Outcome at={at} answers={answers} />}
      {change !== undefined && answers.at(-1)?.next != null && (
        <button type="button" aria-disabled={busy} onClick={() => void look(change, answers)}>
          {whatIfWords.goOn}
        </button>
      )}
    </>
  );
};
