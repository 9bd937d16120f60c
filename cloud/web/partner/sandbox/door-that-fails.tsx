import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { span } from '../../words/counting.ts';
import { sandboxLabels, sandboxWords } from '../../words/partner-sandbox-en.ts';
import { FAILURE_NAMES, type Failure, tryingLabels, tryingWords } from '../../words/partner-trying-en.ts';
import { usePartner, useQuery } from '../partner-console.ts';
import { curlOf } from '../reference/try-call.ts';
import { type Door, errorIn, type Facility, linkOf, simulateOf, unlockOf, WHO } from '../trying/sandbox-doors.ts';
import { TriedCall } from '../trying/tried-call.tsx';
import { type Tried, type TryCall, useTrying } from '../trying/try-key.ts';

const SECONDS = ['30', '60', '120', '300'] as const;

interface DoorThatFailsProps {
  readonly facility: Facility;
  readonly door: Door;
}

/** One door: what fails there now, how that is changed, and how an unlock is answered by it. */
export const DoorThatFails = ({ facility, door }: DoorThatFailsProps) => {
  const { queries } = usePartner();
  const { call, look } = useTrying();
  const { busy, error, run } = useAttempt();
  const [failure, setFailure] = useState<Failure>('jam');
  const [seconds, setSeconds] = useState<(typeof SECONDS)[number]>('60');
  const [last, setLast] = useState<{ readonly asked: TryCall; readonly tried: Tried }>();
  const link = linkOf(facility);
  const path = `${simulateOf(door)}?${new URLSearchParams(link)}`;
  const simulated = useQuery({ queryKey: ['sandbox', path], queryFn: () => look(path) });
  const send = (asked: TryCall) =>
    void run(async () => {
      setLast({ asked, tried: await call(asked) });
      await queries.invalidateQueries({ queryKey: ['sandbox', path] });
    });
  const simulate = (scenario: Failure | 'clear') =>
    send({ method: 'POST', path: simulateOf(door), body: { ...link, scenario, seconds: Number(seconds) } });
  return (
    <>
      <Answered query={simulated} what={sandboxLabels.lookingAtDoor}>
        {(tried) => <Simulated tried={tried} />}
      </Answered>
      <form
        class="add"
        onSubmit={(event) => {
          event.preventDefault();
          simulate(failure);
        }}
      >
        <Choice
          label={tryingLabels.failure}
          value={failure}
          options={FAILURE_NAMES.map((name) => [name, tryingWords.failure(name)] as const)}
          onChoice={setFailure}
        />
        <Choice
          label={sandboxLabels.seconds}
          value={seconds}
          options={SECONDS.map((n) => [n, sandboxWords.seconds(Number(n))] as const)}
          onChoice={setSeconds}
        />
        <button type="submit" class="first" aria-disabled={busy}>
          {sandboxLabels.break}
        </button>
      </form>
      <p class="buttons">
        <button
          type="button"
          aria-disabled={busy}
          onClick={() => send({ method: 'POST', path: unlockOf(door), body: { ...link, ...WHO } })}
        >
          {sandboxLabels.unlock}
        </button>
        <button type="button" aria-disabled={busy} onClick={() => simulate('clear')}>
          {sandboxLabels.clear}
        </button>
      </p>
      {last !== undefined && <Last {...last} />}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};

interface Simulation {
  readonly simulating?: readonly { readonly scenario: string; readonly until: string }[];
}

const Simulated = ({ tried }: { readonly tried: Tried }) => {
  const { ticks, serverNow } = usePartner();
  void ticks.value;
  if (errorIn(tried) === 'sandbox_only') return <p class="problem">{tryingLabels.sandboxOnly}</p>;
  if (tried.status !== 200) return <TriedCall tried={tried} />;
  const now = ((tried.body as Simulation).simulating ?? []).filter(({ until }) => Date.parse(until) > serverNow());
  if (now.length === 0) return <p role="status">{sandboxLabels.works}</p>;
  return (
    <ul class="points">
      {now.map(({ scenario, until }) => (
        <li key={scenario}>
          {sandboxWords.simulated(
            FAILURE_NAMES.includes(scenario as Failure) ? tryingWords.failure(scenario as Failure) : scenario,
            span(Date.parse(until) - serverNow()),
          )}
        </li>
      ))}
    </ul>
  );
};

const Last = ({ asked, tried }: { readonly asked: TryCall; readonly tried: Tried }) => {
  const { method, path, body } = asked;
  const curl = curlOf({
    ...{ method, address: path, headers: {} },
    body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  });
  return (
    <>
      <h2>{sandboxLabels.last}</h2>
      <TriedCall tried={tried} />
      <h3>{sandboxLabels.curl}</h3>
      <pre class="code">{curl}</pre>
      <CopyButton text={curl} label={sandboxLabels.copy} />
    </>
  );
};
