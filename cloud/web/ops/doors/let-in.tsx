import { CONTACT, LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { RefusedError, UnreachableError } from '../../client/request-errors.ts';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { GraveButton } from '../../kit/grave-button.tsx';
import type { News } from '../../kit/live.ts';
import { doorLabels } from '../../words/doors-en.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { unlockWords } from '../../words/unlocks-en.ts';
import { useConsole } from '../console.ts';
import { inOneLine } from './door-tone.ts';
import type { SeenDoor } from './seen-door.ts';

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
  readonly door: SeenDoor;
  readonly news: News<SeenDoor>;
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
        { path: { facilityId, doorId }, body: { reason: reasonOf(member), ifSeen: door.seen } },
        { idempotencyKey: crypto.randomUUID() },
      );
      setOutcome({ is: 'done', answer });
      announcer.say(unlockWords.outcome(door.name, answer.status));
    } catch (error) {
      setOutcome({ is: 'failed', error });
      announcer.say(unlockWords.outcome(door.name, 'failed'));
    }
  };
  const label = member === undefined ? words.unlock(door.name) : unlockWords.letIn(member.name, door.name);
  const banned = member?.banned === true;
  return (
    <div class="let-in">
      <GraveButton
        label={outcome.is === 'sending' ? doorLabels.unlocking : banned ? unlockWords.althoughBanned(label) : label}
        seen={inOneLine(door, LOCK[door.lock], CONTACT[door.contact])}
        news={news}
        busy={outcome.is === 'sending'}
        tone={banned ? 'grave' : 'first'}
        onPress={() => (banned ? sure.current?.showModal() : void unlock())}
      />
      <Result outcome={outcome} time={time} />
      {banned && (
        <dialog ref={sure} aria-labelledby="sure-title">
          <h2 id="sure-title">{unlockWords.isBanned(member.name)}</h2>
          <p>{doorLabels.bannedMore}</p>
          <form method="dialog" class="buttons">
            <button type="submit" class="first grave" onClick={() => void unlock()}>
              {label}
            </button>
            <button type="submit">{labels.back}</button>
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
          <strong>{doorLabels.notSeen}</strong> {doorLabels.commanded}
        </p>
      );
    return (
      <p class="result" data-tone="good">
        <strong>{doorLabels.seenUnlocked}</strong>{' '}
        {unlockWords.seenUnlocked(time.clockToTheSecond(Date.parse(confirmedAt)), holdTimeSeconds)}
      </p>
    );
  }
  if (outcome.is !== 'failed') return null;
  const { error } = outcome;
  if (error instanceof UnreachableError)
    return (
      <p class="result" data-tone="alarm">
        <strong>{doorLabels.notKnown}</strong> {doorLabels.notKnownMore}
      </p>
    );
  const refusal = error instanceof RefusedError ? error.refusal : undefined;
  return (
    <p class="result" data-tone="alarm">
      <strong>{doorLabels.notSeen}</strong>{' '}
      {unlockWords.notSeen(refusal?.code ?? '', refusal?.message ?? doorLabels.didNotWork)}
      {refusal?.requestId !== undefined && (
        <span class="small request">
          {words.request} <code>{refusal.requestId}</code>
        </span>
      )}
    </p>
  );
};
