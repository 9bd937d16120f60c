import { CONTACT, LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import type { DoorState } from '../../client/platform-api.gen.ts';
import { RefusedError, UnreachableError } from '../../client/request-errors.ts';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { GraveButton } from '../../kit/grave-button.tsx';
import type { News } from '../../kit/live.ts';
import { words } from '../../words/en.ts';
import { useConsole } from '../console.ts';
import { inOneLine } from './door-tone.ts';

/** Whom a door is opened for. */
export interface LetIn {
  readonly name: string;
  readonly partnerId: string;
  readonly memberId: string;
  readonly banned: boolean;
}

type Unlocked = Answer<'POST /api/access-control/{facilityId}/doors/{doorId}/unlock'>;
type Outcome =
  | { readonly is: 'idle' | 'sending' }
  | { readonly is: 'done'; readonly answer: Unlocked }
  | { readonly is: 'failed'; readonly error: unknown };

interface LetInProps {
  readonly facilityId: string;
  readonly door: DoorState;
  readonly news: News<DoorState>;
  readonly time: FacilityTime;
  readonly member?: LetIn | undefined;
}

/** The record names the member by id: names are erased elsewhere, and would stay here. */
const reasonOf = (member: LetIn | undefined): string =>
  member === undefined ? 'From the console' : `Let in: member ${member.memberId} of ${member.partnerId}`.slice(0, 200);

/** One button that opens one door, and whether the lock was seen to move. */
export const LetInButton = ({ facilityId, door, news, time, member }: LetInProps) => {
  const { ask, announcer } = useConsole();
  const [outcome, setOutcome] = useState<Outcome>({ is: 'idle' });
  const sure = useRef<HTMLDialogElement>(null);
  const { doorId } = door;
  const unlock = async (): Promise<void> => {
    setOutcome({ is: 'sending' });
    try {
      const answer = await ask(
        'POST /api/access-control/{facilityId}/doors/{doorId}/unlock',
        { path: { facilityId, doorId }, body: { reason: reasonOf(member) } },
        { idempotencyKey: crypto.randomUUID() },
      );
      setOutcome({ is: 'done', answer });
      announcer.say(answer.status === 'unlocked' ? `${door.name}: seen unlocked.` : `${door.name}: ${words.commanded}`);
    } catch (error) {
      setOutcome({ is: 'failed', error });
      announcer.say(`${door.name}: not seen to unlock.`);
    }
  };
  const label = member === undefined ? words.unlock(door.name) : words.letIn(member.name, door.name);
  const banned = member?.banned === true;
  return (
    <div class="let-in">
      <GraveButton
        label={outcome.is === 'sending' ? 'Unlocking…' : banned ? `${label} although banned` : label}
        seen={inOneLine(door, LOCK[door.lock], CONTACT[door.contact])}
        news={news}
        busy={outcome.is === 'sending'}
        tone={banned ? 'grave' : 'first'}
        onPress={() => (banned ? sure.current?.showModal() : void unlock())}
      />
      <Result outcome={outcome} time={time} />
      {banned && (
        <dialog ref={sure} aria-labelledby="sure-title">
          <h2 id="sure-title">{member.name} is banned</h2>
          <p>Staff have banned this person. The record will say that you let them in all the same.</p>
          <form method="dialog" class="buttons">
            <button type="submit" class="first grave" onClick={() => void unlock()}>
              {label}
            </button>
            <button type="submit">Back</button>
          </form>
        </dialog>
      )}
    </div>
  );
};

const Result = ({ outcome, time }: { readonly outcome: Outcome; readonly time: FacilityTime }) => {
  if (outcome.is === 'done') {
    const { status, confirmedAt, holdTimeSeconds } = outcome.answer;
    if (status === 'commanded' || confirmedAt === undefined)
      return (
        <p class="result" data-tone="held">
          <strong>Not seen.</strong> {words.commanded}
        </p>
      );
    return (
      <p class="result" data-tone="good">
        <strong>✓ Seen unlocked.</strong>{' '}
        {words.seenUnlocked(time.clockToTheSecond(Date.parse(confirmedAt)), holdTimeSeconds)}
      </p>
    );
  }
  if (outcome.is !== 'failed') return null;
  const { error } = outcome;
  if (error instanceof UnreachableError)
    return (
      <p class="result" data-tone="alarm">
        <strong>Not known.</strong> No answer came: the door may have opened or not. Look at it before you try again.
      </p>
    );
  const refusal = error instanceof RefusedError ? error.refusal : undefined;
  return (
    <p class="result" data-tone="alarm">
      <strong>Not seen.</strong> {words.notSeen(refusal?.code ?? '', refusal?.message ?? 'It did not work.')}
      {refusal?.requestId !== undefined && (
        <span class="small request">
          Request <code>{refusal.requestId}</code>
        </span>
      )}
    </p>
  );
};
