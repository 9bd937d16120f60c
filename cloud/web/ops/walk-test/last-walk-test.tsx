import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { walkLabels, walkWords } from '../../words/walk-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { walkTestsQuery } from './walk-queries.ts';

interface LastWalkTestProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
}

/** Whether somebody has tried the doors of a box as they are set up now, and the way there. */
export const LastWalkTest = ({ at, box: { uuid: boxId, desired } }: LastWalkTestProps) => {
  const ago = useAgo();
  const { facilityId } = at.facility;
  const found = useQuery(walkTestsQuery(useConsole(), facilityId, boxId));
  return (
    <section class="panel" aria-labelledby="last-walk">
      <h2 id="last-walk">{walkLabels.title}</h2>
      <Answered query={found} what={walkLabels.looking}>
        {([newest]) => (
          <>
            {newest === undefined ? (
              <p class="why">{walkLabels.none}</p>
            ) : (
              <p class={newest.result === 'failed' ? 'why' : undefined}>
                <bdi>
                  {walkWords.headline(
                    newest.result,
                    newest.configurationVersion,
                    ago(newest.begunAt),
                    newest.begunBy.name ?? '',
                  )}
                </bdi>
              </p>
            )}
            {newest !== undefined && newest.configurationVersion < desired.version && (
              <p class="why">{walkWords.newer(desired.version)}</p>
            )}
            {desired.doors.length > 0 && (
              <p>
                <a class="go-on" href={addressOf('walkTest', { facilityId, boxId })}>
                  {newest?.endedAt === null ? walkLabels.goOn : walkLabels.toTest}
                </a>
              </p>
            )}
          </>
        )}
      </Answered>
    </section>
  );
};
