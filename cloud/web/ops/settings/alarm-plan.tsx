import { useState } from 'preact/hooks';
import type { AlarmPerson, AlarmPlan } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choices } from '../../kit/choices.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { alarmWords } from '../../words/alarms-en.ts';
import { useAlarmPeople } from '../alarms/alarm-steps.tsx';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

type Audience = AlarmPlan['steps'][number]['tell'][number];
const AUDIENCES = Object.entries(alarmWords.audiences).map(([id, name]) => ({ id, name }));
const STEPS_MAX = 5;
const MINUTES = /^(?:\d{1,2}|1\d\d|2[0-3]\d|240)$/;

interface PlanProps {
  readonly at: AtFacility;
  readonly manages: boolean;
}

/** Whom a facility tells of alarms, step by step; whoever manages it sets that. */
export const AlarmPlanPanel = ({ at, manages }: PlanProps) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const query = useQuery({
    queryKey: ['alarm-plan', facilityId],
    queryFn: ({ signal }) =>
      ask('GET /api/access-control/{facilityId}/alarm-plan', { path: { facilityId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="alarm-plan-title">
      <h2 id="alarm-plan-title">{alarmWords.planTitle}</h2>
      <p class="quiet">{alarmWords.planMore}</p>
      <Answered query={query} what={alarmWords.lookingAtPlan}>
        {(plan) => (manages ? <Editor key={plan.setAt ?? ''} at={at} plan={plan} /> : <PlanSteps plan={plan} />)}
      </Answered>
    </section>
  );
};

const PlanSteps = ({ plan }: { readonly plan: AlarmPlan }) => (
  <ol>
    {plan.steps.map(({ afterMinutes, tell, users }, at) => (
      <li key={`${at} ${afterMinutes}`}>
        <bdi>
          {alarmWords.stepSays(
            afterMinutes,
            [...tell.map((group) => alarmWords.audiences[group]), ...users.map(({ userId, name }) => name ?? userId)],
            at === 0,
          )}
        </bdi>
      </li>
    ))}
  </ol>
);

/** A step as it is typed. */
interface Typed {
  readonly id: number;
  readonly after: string;
  readonly tell: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

const typedOf = ({ steps }: AlarmPlan): readonly Typed[] =>
  steps.map(({ afterMinutes, tell, users }, id) => ({
    ...{ id, after: String(afterMinutes), tell: new Set<string>(tell) },
    people: new Set(users.map(({ userId }) => userId)),
  }));
const isWhole = ({ after, tell, people }: Typed): boolean => MINUTES.test(after.trim()) && tell.size + people.size > 0;

const Editor = ({ at, plan }: { readonly at: AtFacility; readonly plan: AlarmPlan }) => {
  const { ask, announcer, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const people = useAlarmPeople(at.facility.facilityId);
  const draft = useDraft('alarm plan', { steps: typedOf(plan) }, ['steps']);
  const { steps } = draft.typed;
  const setSteps = (next: readonly Typed[]): void => draft.put({ steps: next });
  const [tried, setTried] = useState(false);
  const path = { facilityId: at.facility.facilityId };
  const refresh = async (now?: { readonly steps: readonly Typed[] }): Promise<void> => {
    draft.sent(now);
    announcer.say(alarmWords.planSaved);
    await queries.invalidateQueries({ queryKey: ['alarm-plan', path.facilityId] });
  };
  const save = (): void => {
    setTried(true);
    if (!steps.every(isWhole)) return;
    void run(async () => {
      const body = {
        steps: steps.map((step) => ({
          afterMinutes: Number(step.after),
          tell: [...step.tell] as Audience[],
          userIds: [...step.people],
        })),
      };
      await ask('PUT /api/access-control/{facilityId}/alarm-plan', { path, body });
      await refresh({ steps });
    });
  };
  const toUsual = () =>
    run(async () => {
      await ask('DELETE /api/access-control/{facilityId}/alarm-plan', { path });
      await refresh();
    });
  const change = (id: number, part: Partial<Typed>): void =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...part } : step)));
  const add = (): void => {
    const id = Math.max(...steps.map((step) => step.id)) + 1;
    setSteps([...steps, { id, after: '10', tell: new Set(), people: new Set() }]);
  };
  return (
    <>
      <p class="quiet small">
        {plan.setAt === null
          ? alarmWords.usual
          : alarmWords.setBy(plan.setBy, at.time.near(Date.parse(plan.setAt), serverNow()))}
      </p>
      <Answered query={people} what={alarmWords.lookingAtPlan}>
        {({ data }) => (
          <Form send={alarmWords.savePlan} busy={busy} error={error} draft={draft} onSend={save}>
            {steps.map((step, place) => (
              <OneStep
                key={step.id}
                step={step}
                place={place}
                tried={tried}
                people={data}
                onChange={(part) => change(step.id, part)}
                onRemove={steps.length > 1 ? () => setSteps(steps.filter(({ id }) => id !== step.id)) : undefined}
              />
            ))}
            {steps.length < STEPS_MAX && (
              <button type="button" onClick={add}>
                {alarmWords.addStep}
              </button>
            )}
          </Form>
        )}
      </Answered>
      {!plan.isUsual && (
        <ConfirmButton
          label={alarmWords.toUsual}
          more={alarmWords.toUsualMore}
          busy={busy}
          onConfirmed={() => void toUsual()}
        />
      )}
    </>
  );
};

interface OneStepProps {
  readonly step: Typed;
  readonly place: number;
  /** Whether somebody has tried to save it. */
  readonly tried: boolean;
  readonly people: readonly AlarmPerson[];
  readonly onChange: (part: Partial<Typed>) => void;
  readonly onRemove: (() => void) | undefined;
}

const OneStep = ({ step, place, tried, people, onChange, onRemove }: OneStepProps) => {
  const { after, tell, people: chosen } = step;
  const tellsNobody = tell.size + chosen.size === 0;
  return (
    <fieldset class="whole alarm-step">
      <legend>{alarmWords.stepTitle(place + 1)}</legend>
      <TextField
        label={place === 0 ? alarmWords.afterFirst : alarmWords.afterBefore}
        value={after}
        maxLength={3}
        problem={tried && !MINUTES.test(after.trim()) ? alarmWords.minutesWrong : ''}
        onText={(next) => onChange({ after: next })}
      />
      <fieldset>
        <legend>{alarmWords.groups}</legend>
        <Choices some={AUDIENCES} chosen={tell} onChoose={(next) => onChange({ tell: next })} />
      </fieldset>
      {people.length > 0 && (
        <details>
          <summary>{alarmWords.people}</summary>
          <fieldset>
            <legend>{alarmWords.people}</legend>
            <Choices
              some={people.map((person) => ({ id: person.userId, name: alarmWords.person(person) }))}
              chosen={chosen}
              onChoose={(next) => onChange({ people: next })}
            />
          </fieldset>
        </details>
      )}
      {tried && tellsNobody && <p class="problem">{alarmWords.tellsNobody}</p>}
      {onRemove !== undefined && (
        <button type="button" onClick={onRemove}>
          {alarmWords.removeStep(place + 1)}
        </button>
      )}
    </fieldset>
  );
};
