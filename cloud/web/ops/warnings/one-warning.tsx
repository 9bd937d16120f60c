import type { Warning } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Failed } from '../../kit/states.tsx';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { HurtMembers } from './hurt-members.tsx';
import { TargetForm } from './target-form.tsx';

interface OneWarningProps {
  readonly at: AtFacility;
  readonly warning: Warning;
  /** Whether whoever is there may change what this facility does. */
  readonly manages: boolean;
}

/** One whose cause can be taken away on this page. */
const MAPPABLE = 'scope_key_opens_nothing';

export const OneWarning = ({ at, warning, manages }: OneWarningProps) => {
  const { serverNow } = useConsole();
  const ago = useAgo();
  const near = (moment: string) => at.time.near(Date.parse(moment), serverNow());
  const { warningId, kind, message, count, firstAt, lastAt, closedAt, closedBy } = warning;
  const title = `${warningId}-title`;
  return (
    <li class="panel warning" aria-labelledby={title} data-open={closedAt === null}>
      <h2 id={title}>{warningWords.kind(kind)}</h2>
      <p>
        <bdi>{message}</bdi>
      </p>
      <p class="quiet small">
        {warningWords.happened(count, near(firstAt), ago(lastAt))}
        {warning.acknowledgedAt !== null &&
          ` · ${warningWords.lookedAfter(warning.acknowledgedBy, near(warning.acknowledgedAt))}`}
        {closedAt !== null && ` · ${warningWords.closedBy(closedBy, near(closedAt))}`}
      </p>
      {closedAt === null && <WhatToDo at={at} warning={warning} manages={manages} />}
    </li>
  );
};

const WhatToDo = ({ at, warning, manages }: OneWarningProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = at.facility;
  const { warningId, kind, acknowledgedAt, closable } = warning;
  const path = { facilityId, warningId };
  const refresh = async (said: string): Promise<void> => {
    announcer.say(said);
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['warnings', facilityId] }),
      queries.invalidateQueries({ queryKey: ['facility', facilityId] }),
    ]);
  };
  const acknowledge = () =>
    run(async () => {
      await ask('POST /api/access-control/{facilityId}/warnings/{warningId}/acknowledge', { path });
      await refresh(warningWords.lookedAfterNow);
    });
  const close = () =>
    run(async () => {
      await ask('POST /api/access-control/{facilityId}/warnings/{warningId}/close', { path });
      await refresh(warningWords.closed);
    });
  return (
    <>
      <div class="buttons">
        {acknowledgedAt === null && (
          <button type="button" aria-disabled={busy} onClick={() => void acknowledge()}>
            {warningWords.lookAfter}
          </button>
        )}
        {closable && manages && (
          <button type="button" aria-disabled={busy} onClick={() => void close()}>
            {warningWords.close}
          </button>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
      {!closable && kind !== MAPPABLE && <p class="quiet small">{warningWords.byItself}</p>}
      {kind === MAPPABLE && (
        <>
          {manages && (
            <Disclosed summary={warningWords.mapHere}>
              <MapKey at={at} warning={warning} onMapped={refresh} />
            </Disclosed>
          )}
          <Disclosed summary={warningWords.whom}>
            <HurtMembers facilityId={facilityId} warningId={warningId} />
          </Disclosed>
        </>
      )}
    </>
  );
};

interface MapKeyProps {
  readonly at: AtFacility;
  readonly warning: Warning;
  readonly onMapped: (said: string) => Promise<void>;
}

/** One call maps the key, switches it on, and so ends the warning. */
const MapKey = ({ at, warning: { warningId, subject }, onMapped }: MapKeyProps) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = at.facility;
  return (
    <TargetForm
      facilityId={facilityId}
      busy={busy}
      error={error}
      onTarget={(target) =>
        void run(async () => {
          const path = { facilityId, warningId };
          const options = { idempotencyKey: crypto.randomUUID() };
          await ask(
            'POST /api/access-control/{facilityId}/warnings/{warningId}/map',
            { path, body: { target } },
            options,
          );
          await onMapped(warningWords.mapped(subject.slice(subject.indexOf('/') + 1)));
        })
      }
    />
  );
};
