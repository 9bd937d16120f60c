import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { Ago } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { words } from '../../words/en.ts';
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
  const query = useExplained(at.facility.facilityId, member, doorId);
  return (
    <Answered query={query} what="what the rules say">
      {({ doors: [door], at: asked, versions }) =>
        door !== undefined && (
          <div class="fixes">
            <p class={door.allowed ? 'now-allowed' : 'now-denied'}>
              <strong>{door.allowed ? 'Would be let in now' : 'Would be refused now'}</strong>
              <span class="quiet small">
                {' '}
                by rules {versions.facility}, asked <Ago at={asked} />
              </span>
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
    <summary>Every rule that was looked at</summary>
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
      <h2>What fixes it</h2>
      <ul class="changes">
        {door.changes.map(({ reason, text }) => (
          <li key={reason}>
            <bdi>{text}</bdi>
          </li>
        ))}
        {door.nextOpen !== undefined && (
          <li>
            Or wait until <span class="figures">{time.near(Date.parse(door.nextOpen), serverNow())}</span>.
          </li>
        )}
        {door.changes.length === 0 && door.nextOpen === undefined && <li>{words.refused(door.reason)}</li>}
      </ul>
    </>
  );
};
