import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Input } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choices as Several } from '../../kit/choices.tsx';
import { Form } from '../../kit/form.tsx';
import { warningWords } from '../../words/warnings-en.ts';
import { type Named, type Targets, useTargets } from './use-targets.ts';

/** What a scope key or a zone opens. */
export type Target = Input<'POST /api/access-control/{facilityId}/warnings/{warningId}/map'>['body']['target'];

interface TargetFormProps {
  readonly facilityId: string;
  /** What the button says. */
  readonly submit?: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onTarget: (target: Target) => void;
  /** What may be chosen, where that is not everything. */
  readonly targets?: readonly To[];
  /** What else is asked in the same form. */
  readonly children?: ComponentChildren;
}

/** Asks what something opens: every door, some of them, access scopes, or nothing on purpose. */
export const TargetForm = ({ facilityId, ...rest }: TargetFormProps) => {
  const query = useTargets(facilityId);
  return (
    <Answered query={query} what={warningWords.lookingAtDoors}>
      {(there) => <Choices there={there} {...rest} />}
    </Answered>
  );
};

interface ChoicesProps extends Omit<TargetFormProps, 'facilityId'> {
  readonly there: Targets;
}

const TARGETS = ['facility', 'doors', 'scopes', 'none'] as const;
type To = (typeof TARGETS)[number];

const targetOf = (to: To, chosen: ReadonlySet<string>): Target => {
  if (to === 'doors') return { to, doorIds: [...chosen] };
  if (to === 'scopes') return { to, scopes: [...chosen] };
  return { to };
};

const Choices = (props: ChoicesProps) => {
  const { there, submit: label = warningWords.map, busy, error, onTarget, targets = TARGETS, children } = props;
  const id = useId();
  const [to, setTo] = useState<To>();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState('');
  const some = to === 'doors' || to === 'scopes' ? there[to] : undefined;
  const submit = (): void => {
    const missing =
      to === undefined ? warningWords.chooseOne : some && chosen.size === 0 ? warningWords.chooseSome : '';
    setProblem(missing);
    if (missing !== '') document.querySelector<HTMLElement>(`[name="${id}"]`)?.focus();
    else if (to !== undefined && !busy) onTarget(targetOf(to, chosen));
  };
  return (
    <Form class="target" send={label} busy={busy} error={error} draft="chosen" onSend={submit}>
      <fieldset aria-describedby={`${id}-problem`}>
        <legend>{warningWords.opens}</legend>
        {targets.map((target) => (
          <label key={target} class="choice">
            <input
              type="radio"
              name={id}
              checked={to === target}
              onChange={() => {
                setTo(target);
                choose(new Set());
                setProblem('');
              }}
            />
            {warningWords.targets[target]}
          </label>
        ))}
      </fieldset>
      {some !== undefined && (
        <Some title={warningWords.targets[to as To]} some={some} chosen={chosen} choose={choose} />
      )}
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem}
      </p>
      {children}
    </Form>
  );
};

interface SomeProps {
  readonly title: string;
  readonly some: readonly Named[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (chosen: ReadonlySet<string>) => void;
}

const Some = ({ title, some, chosen, choose }: SomeProps) => (
  <fieldset class="some">
    <legend>{title}</legend>
    {some.length === 0 && <p class="quiet">{warningWords.noScopes}</p>}
    <Several some={some} chosen={chosen} onChoose={choose} />
  </fieldset>
);
