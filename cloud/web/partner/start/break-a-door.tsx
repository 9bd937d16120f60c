import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice } from '../../kit/filters.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { FAILURE_NAMES, type Failure, tryingLabels, tryingWords } from '../../words/partner-trying-en.ts';
import {
  type Door,
  doorsOf,
  errorIn,
  FACILITIES,
  type Facility,
  linkOf,
  listIn,
  simulateOf,
  unlockOf,
  WHO,
} from '../trying/sandbox-doors.ts';
import { TriedCall } from '../trying/tried-call.tsx';
import { type Tried, useTrying } from '../trying/try-key.ts';

/** By where they stand: names may be alike. */
const byPlace = (named: readonly { readonly name: string }[]) =>
  named.map(({ name }, place) => [String(place), name] as const);

/** Long enough to look around, and over by itself. */
const SECONDS = 120;

/** Breaks a sandbox door on purpose, and shows how an unlock of it is refused. */
export const BreakADoor = () => {
  const { call, look } = useTrying();
  const { busy, error, run, runInstead } = useAttempt();
  const [facilities, setFacilities] = useState<readonly Facility[]>();
  const [doors, setDoors] = useState<readonly Door[]>([]);
  const [chosen, choose] = useState({ facility: 0, door: 0 });
  const [failure, setFailure] = useState<Failure>('jam');
  const [tried, setTried] = useState<Tried>();

  const enter = async (all: readonly Facility[], at: number, isLast: () => boolean): Promise<void> => {
    const facility = all[at];
    choose({ facility: at, door: 0 });
    setDoors([]);
    if (facility === undefined) return;
    const answer = await look(doorsOf(facility));
    if (!isLast()) return;
    setTried(answer.status === 200 ? undefined : answer);
    setDoors(listIn<Door>(answer));
  };
  const find = async (isLast: () => boolean): Promise<void> => {
    const answer = await look(FACILITIES);
    setTried(answer.status === 200 ? undefined : answer);
    if (answer.status !== 200) return;
    const all = listIn<Facility>(answer);
    setFacilities(all);
    await enter(all, 0, isLast);
  };
  const facility = facilities?.[chosen.facility];
  const door = doors[chosen.door];
  const breakAndUnlock = async (): Promise<void> => {
    if (facility === undefined || door === undefined) return;
    const link = linkOf(facility);
    const broken = await call({
      method: 'POST',
      path: simulateOf(door),
      body: { ...link, scenario: failure, seconds: SECONDS },
    });
    const unlock = { method: 'POST', path: unlockOf(door), body: { ...link, ...WHO } } as const;
    setTried(broken.status === 200 ? await call(unlock) : broken);
  };
  return (
    <>
      {facilities === undefined && (
        <button type="button" aria-disabled={busy} onClick={() => void run(find)}>
          {tryingLabels.findDoors}
        </button>
      )}
      {facilities?.length === 0 && <Empty title={tryingLabels.noDoors}>{tryingLabels.noDoorsMore}</Empty>}
      {facilities !== undefined && facilities.length > 0 && (
        <form
          class="add"
          onSubmit={(event) => {
            event.preventDefault();
            void run(breakAndUnlock);
          }}
        >
          <Choice
            label={tryingLabels.facility}
            value={String(chosen.facility)}
            options={byPlace(facilities)}
            onChoice={(at) => void runInstead((isLast) => enter(facilities, Number(at), isLast))}
          />
          <Choice
            label={tryingLabels.door}
            value={String(chosen.door)}
            options={byPlace(doors)}
            onChoice={(at) => choose({ ...chosen, door: Number(at) })}
          />
          <Choice
            label={tryingLabels.failure}
            value={failure}
            options={FAILURE_NAMES.map((name) => [name, tryingWords.failure(name)] as const)}
            onChoice={setFailure}
          />
          <button type="submit" class="first" aria-disabled={busy || door === undefined}>
            {tryingLabels.breakAndUnlock}
          </button>
        </form>
      )}
      {errorIn(tried) === 'sandbox_only' && <p class="problem">{tryingLabels.sandboxOnly}</p>}
      {tried !== undefined && <TriedCall tried={tried} />}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
