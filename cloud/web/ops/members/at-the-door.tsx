import { type DenyReason, REASONS } from '@gatehouse/shared/access/reasons.ts';
import { useState } from 'preact/hooks';
import type { DoorEvent, WholeMember } from '../../client/platform-api.gen.ts';
import { Staleness, useAgo, useIsOld } from '../../kit/ages.tsx';
import { Answered, Seen } from '../../kit/answered.tsx';
import { Leaf, LockVerdict } from '../../kit/door-picture.tsx';
import { Loading } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { words } from '../../words/en.ts';
import { memberLabels } from '../../words/members-en.ts';
import { refusalWords } from '../../words/refusals-en.ts';
import { useConsole, useLive, useQuery } from '../console.ts';
import { noticesOf } from '../doors/door-tone.ts';
import { LetInButton } from '../doors/let-in.tsx';
import { Notices } from '../doors/notices.tsx';
import type { SeenDoor } from '../doors/seen-door.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { doorsTopic, doorTopic } from '../topics.ts';
import { nameOf } from './member-name.ts';
import { WhatFixesIt } from './what-fixes-it.tsx';

const EVERY_MS = 5_000;

interface AtTheDoorProps {
  readonly at: AtFacility;
  readonly member: WholeMember;
  /** The door that one came from. */
  readonly wanted?: string | undefined;
}

/** The last refusal of a member, at the door where it was or that was asked about. */
const useLastRefusal = ({ at, member, wanted }: AtTheDoorProps) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const { partnerId, memberId } = member;
  return useQuery({
    queryKey: ['refusal', facilityId, partnerId, memberId, wanted],
    queryFn: async ({ signal }): Promise<DoorEvent | null> => {
      const kind = 'access.denied';
      const query = { partnerId, memberId, kind, limit: 1, ...(wanted !== undefined && { doorId: wanted }) };
      const found = await ask(
        'GET /api/access-control/{facilityId}/events',
        { path: { facilityId }, query },
        { signal },
      );
      return found.data[0] ?? null;
    },
    refetchInterval: EVERY_MS,
  });
};

/** Where a member stands: the last refusal in words, how old it is, what fixes it, and the button that lets them in. */
export const AtTheDoor = (props: AtTheDoorProps) => {
  const console = useConsole();
  const { facilityId } = props.at.facility;
  const lastRefusal = useLastRefusal(props);
  const doors = useLive(doorsTopic(console, facilityId)).picture?.data;
  const [chosen, choose] = useState(props.wanted);
  return (
    <Answered query={lastRefusal} what={memberLabels.lookingAtRefusal}>
      {(refusal) => {
        const doorId = chosen ?? refusal?.doorId ?? doors?.[0]?.doorId;
        if (doorId === undefined) return <Loading what={doorLabels.looking} />;
        return (
          <section class="panel at-the-door" aria-label={memberLabels.atTheDoor}>
            <DoorChoice doors={doors ?? []} doorId={doorId} choose={choose} />
            <ThisDoor key={doorId} {...props} doorId={doorId} refusal={refusal?.doorId === doorId ? refusal : null} />
          </section>
        );
      }}
    </Answered>
  );
};

interface DoorChoiceProps {
  readonly doors: readonly SeenDoor[];
  readonly doorId: string;
  readonly choose: (doorId: string) => void;
}

const DoorChoice = ({ doors, doorId, choose }: DoorChoiceProps) => (
  <div class="field inline">
    <label for="at-door">{memberLabels.atTheDoor}</label>
    <select id="at-door" value={doorId} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {doors.map((door) => (
        <option key={door.doorId} value={door.doorId}>
          {door.name}
        </option>
      ))}
    </select>
  </div>
);

interface ThisDoorProps extends AtTheDoorProps {
  readonly doorId: string;
  readonly refusal: DoorEvent | null;
}

const ThisDoor = ({ at, member, doorId, refusal }: ThisDoorProps) => {
  const console = useConsole();
  const { facilityId } = at.facility;
  const news = useLive(doorTopic(console, facilityId, doorId));
  const old = useIsOld(news);
  const { partnerId, memberId, person } = member;
  return (
    <>
      {refusal === null ? (
        <p class="last-refusal quiet">{memberLabels.noRefusal}</p>
      ) : (
        <LastRefusal refusal={refusal} at={at} />
      )}
      <div class="action-part">
        <Seen news={news} what={doorLabels.lookingAtOne}>
          {(door) => (
            <>
              <div class="door-now">
                <Leaf contact={door.contact} />
                <div>
                  <p class="door-name">
                    <bdi>{door.name}</bdi>
                  </p>
                  <LockVerdict lock={door.lock} old={old} />
                </div>
              </div>
              <Staleness news={news} />
              <Notices notices={noticesOf(door)} />
              <LetInButton
                facilityId={facilityId}
                door={door}
                news={news}
                time={at.time}
                member={{ name: nameOf(member), partnerId, memberId, banned: person?.banned === true }}
              />
              <p class="quiet small">{words.enforces(door.enforces)}.</p>
            </>
          )}
        </Seen>
      </div>
      <WhatFixesIt at={at} member={member} doorId={doorId} />
    </>
  );
};

const LastRefusal = ({ refusal, at: { time } }: { readonly refusal: DoorEvent; readonly at: AtFacility }) => {
  const { serverNow } = useConsole();
  const ago = useAgo();
  const reason = refusal.outcome ?? '';
  return (
    <div class="last-refusal">
      <p class="eyebrow">
        {refusalWords.refusedAgo(ago(refusal.at))} ·{' '}
        <span class="figures">
          {time.near(Date.parse(refusal.at), serverNow())} {time.zone(Date.parse(refusal.at))}
        </span>
        {!refusal.clockTrusted && ` ${doorLabels.doubtfulClock}`}
      </p>
      <p class="headline">{refusalWords.refused(reason)}</p>
      <p>{REASONS[reason as DenyReason]?.staff}</p>
    </div>
  );
};
