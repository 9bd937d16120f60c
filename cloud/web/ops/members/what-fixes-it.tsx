import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { Ago } from '../../kit/ages.tsx';
import { Failed, Loading } from '../../kit/states.tsx';
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
  const { data, error, refetch } = useExplained(at.facility.facilityId, member, doorId);
  if (data === undefined)
    return error === null ? <Loading what="what the rules say" /> : <Failed error={error} again={() => void refetch()} />;
  const [door] = data.doors;
  if (door === undefined) return null;
  return (
    <div class="fixes">
      <p class={door.allowed ? 'now-allowed' : 'now-denied'}>
        <strong>{door.allowed ? 'Would be let in now' : 'Would be refused now'}</strong>
        <span class="quiet small">
          {' '}
          by rules {data.versions.facility}, asked <Ago at={data.at} />
        </span>
      </p>
      {!door.allowed && <Changes door={door} at={at} />}
      <details>
        <summary>Every rule that was looked at</summary>
        <ol class="steps">
          {door.steps.map(({ step, verdict, text, source }, place) => (
            <li key={`${step}${source?.partnerId ?? ''}`} data-verdict={verdict} data-decided={place === door.decidedBy}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
};

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
            Or wait: it opens by itself at{' '}
            <span class="figures">{time.near(Date.parse(door.nextOpen), serverNow())}</span>.
          </li>
        )}
        {door.changes.length === 0 && door.nextOpen === undefined && <li>{words.refused(door.reason)}</li>}
      </ul>
    </>
  );
};
