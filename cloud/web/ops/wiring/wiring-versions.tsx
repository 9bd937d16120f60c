import { useRef } from 'preact/hooks';
import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { boxLabels } from '../../words/boxes-en.ts';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { Differences } from './differences.tsx';
import { differencesOf } from './wired.ts';

interface VersionsProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
  readonly mayChange: boolean;
}

/** The newest versions of what the box should be, how each differs from now, and the way back to it. */
export const WiringVersions = ({ at: { time }, box, mayChange }: VersionsProps) => {
  const { serverNow } = useConsole();
  const { history, desired } = box;
  return (
    <section class="panel" aria-labelledby="versions-title">
      <h2 id="versions-title">{wiringLabels.versions}</h2>
      {history.length === 0 && <Empty title={wiringLabels.noVersions} />}
      <ol class="versions">
        {history.map(({ version, madeAt, madeBy }) => {
          const ms = Date.parse(madeAt);
          const when = `${time.near(ms, serverNow())} ${time.zone(ms)}`;
          return (
            <li key={version}>
              <p>
                <bdi>{wiringWords.version(version, madeBy.name ?? boxLabels.somebody, when)}</bdi>
              </p>
              {version !== desired.version && (
                <>
                  <Disclosed summary={wiringLabels.compare}>
                    <Version box={box} version={version} />
                  </Disclosed>
                  {mayChange && <Restore box={box} version={version} />}
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
};

interface OfVersion {
  readonly box: DoorControllerConfiguration;
  readonly version: number;
}

const Version = ({ box: { uuid, desired }, version }: OfVersion) => {
  const { ask } = useConsole();
  const found = useQuery({
    queryKey: ['box-version', uuid, version],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/devices/door-controllers/config/{uuid}/versions/{version}',
        { path: { uuid, version } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Answered query={found} what={wiringLabels.lookingAtVersion}>
      {({ doors }) => {
        const then = doors.map(({ acknowledged, config }) => ({ ...config, acknowledged }));
        const differences = differencesOf(desired.doors, then);
        return differences.length === 0 ? <p class="quiet">{wiringLabels.same}</p> : <Differences of={differences} />;
      }}
    </Answered>
  );
};

const Restore = ({ box: { uuid, facilityId, desired, wiring }, version }: OfVersion) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const looked = useRef(desired.version);
  const restore = () =>
    run(async () => {
      const body = { uuid, version, expectedVersion: looked.current };
      const options = { idempotencyKey: crypto.randomUUID() };
      const input = { path: { facilityId }, body };
      const { confirmation } = await ask('POST /api/devices/door-controllers/restore/{facilityId}', input, options);
      announcer.say(wiringWords.sent(confirmation));
      await queries.invalidateQueries({ queryKey: ['box', uuid] });
    });
  return (
    <>
      <ConfirmButton
        label={wiringWords.restore(version)}
        more={wiring.state === 'not_asked' ? wiringLabels.restoreAtOnce : wiringLabels.restoreMore}
        busy={busy}
        onAsked={() => {
          looked.current = desired.version;
        }}
        onConfirmed={() => void restore()}
      />
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
