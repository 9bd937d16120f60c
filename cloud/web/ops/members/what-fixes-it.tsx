import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { memberLabels, memberWords } from '../../words/members-en.ts';
import { refusalWords } from '../../words/refusals-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useExplained } from './explained.ts';

interface WhatFixesItProps {
  readonly at: AtFacility;
  readonly member: WholeMember;
  readonly doorId: string;
}

/** What would happen at this door now, what has to change where it would not open, and every rule that was looked at. */
export const WhatFixesIt = ({ at, member, doorId }: WhatFixesItProps) => {
  const ago = useAgo();
  const query = useExplained(at.facility.facilityId, member, doorId);
  return (
    <Answered query={query} what={memberLabels.lookingAtRules}>
      {({ doors: [door], at: asked, versions }) =>
        door !== undefined && (
          <div class="fixes">
            <p class={door.allowed ? 'now-allowed' : 'now-denied'}>
              <strong>{door.allowed ? memberLabels.allowedNow : memberLabels.deniedNow}</strong>
              <span class="quiet small"> {memberWords.byRules(versions.facility, ago(asked))}</span>
            </p>
            {!door.allowed && <Changes door={door} at={at} />}
            <Steps door={door} />
          </div>
        )
      }
    </Answered>
  );
};

const Steps = ({ door: { steps, decidedBy } }: { readonly door: ExplainedDoor }) => (
  <details>
    <summary>{memberLabels.steps}</summary>
    <ol class="steps">
      {steps.map(({ step, verdict, text }, place) => (
        <li key={`${place} ${step}`} data-verdict={verdict} data-decided={place === decidedBy}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ol>
  </details>
);

const Changes = ({ door, at: { time } }: { readonly door: ExplainedDoor; readonly at: AtFacility }) => {
  const { serverNow } = useConsole();
  return (
    <>
      <h2>{memberLabels.fixes}</h2>
      <ul class="changes">
        {door.changes.map(({ reason, text }) => (
          <li key={reason}>
            <bdi>{text}</bdi>
          </li>
        ))}
        {door.nextOpen !== undefined && (
          <li>{memberWords.orWait(time.near(Date.parse(door.nextOpen), serverNow()))}</li>
        )}
        {door.changes.length === 0 && door.nextOpen === undefined && <li>{refusalWords.refused(door.reason)}</li>}
      </ul>
    </>
  );
};
