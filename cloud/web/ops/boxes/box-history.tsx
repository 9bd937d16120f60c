import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { Empty } from '../../kit/states.tsx';
import { boxLabels, boxWords } from '../../words/boxes-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

interface BoxHistoryProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
}

/** The newest changes of what the box should be: who, when, what. */
export const BoxHistory = ({ at: { time }, box: { history } }: BoxHistoryProps) => {
  const { serverNow } = useConsole();
  return (
    <section class="panel" aria-labelledby="history-title">
      <h2 id="history-title">{boxLabels.history}</h2>
      {history.length === 0 && <Empty title={boxLabels.noHistory} />}
      <ol class="versions">
        {history.map(({ version, madeAt, madeBy, restoredFrom, changes }) => {
          const at = Date.parse(madeAt);
          return (
            <li key={version}>
              <p class="quiet small">
                <bdi>
                  {boxWords.version(
                    version,
                    madeBy.name ?? boxLabels.somebody,
                    `${time.near(at, serverNow())} ${time.zone(at)}`,
                  )}
                </bdi>
              </p>
              {restoredFrom !== null && <p>{boxWords.restored(restoredFrom)}</p>}
              {changes.map(({ doorId, name, change, fields }) => (
                <p key={doorId ?? ''}>
                  <bdi>{boxWords.changed(doorId === null ? boxLabels.ofBox : name, change, fields)}</bdi>
                </p>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
};
