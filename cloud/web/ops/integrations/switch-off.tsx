import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { integrationWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import type { Integration } from './integrations-page.tsx';

type Preview = Answer<'GET /api/access-control/{facilityId}/integrations/{partnerId}/preview'>;
const SHOWN = 12;

interface SwitchOffProps {
  readonly facilityId: string;
  readonly integration: Integration;
}

/** Switching a partner off keeps its members out: who that is stands here before anybody decides. */
export const SwitchOff = ({ facilityId, integration: { partnerId, name } }: SwitchOffProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [preview, setPreview] = useState<Preview>();
  const path = { facilityId, partnerId };
  const look = () =>
    run(async () => {
      setPreview(undefined);
      const found = await ask('GET /api/access-control/{facilityId}/integrations/{partnerId}/preview', { path });
      setPreview(found);
      announcer.say(integrationWords.losing(found.losing, found.members));
    });
  const turnOff = (losing: number) =>
    run(async () => {
      // What was decided on is no more whatever comes of it: it is looked at anew before the next try.
      setPreview(undefined);
      const body = { enabled: false, losing };
      await ask('PUT /api/access-control/{facilityId}/integrations/{partnerId}', { path, body });
      announcer.say(integrationWords.turnedOff(name));
      await queries.invalidateQueries({ queryKey: ['integrations', facilityId] });
    });
  const isOutdated = error instanceof RefusedError && error.refusal.code === 'preview_outdated';
  return (
    <div class="stack">
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={() => void look()}>
          {busy ? integrationWords.seeing : integrationWords.seeOff}
        </button>
        {preview !== undefined && (
          <ConfirmButton
            label={integrationWords.turnOff(name)}
            more={integrationWords.turnOffMore(preview.losing)}
            busy={busy}
            onConfirmed={() => void turnOff(preview.losing)}
          />
        )}
      </div>
      {preview !== undefined && <Losing facilityId={facilityId} partnerId={partnerId} preview={preview} />}
      {isOutdated && <p class="problem">{integrationWords.outdated}</p>}
      {error !== undefined && !isOutdated && <Failed error={error} />}
    </div>
  );
};

interface LosingProps {
  readonly facilityId: string;
  readonly partnerId: string;
  readonly preview: Preview;
}

const Losing = ({ facilityId, partnerId, preview: { losing, members, memberIds } }: LosingProps) => (
  <div>
    <p>{integrationWords.losing(losing, members)}</p>
    {memberIds.length > 0 && (
      <>
        <p class="quiet small">{integrationWords.some}</p>
        <ul class="hurt">
          {memberIds.slice(0, SHOWN).map((memberId) => (
            <li key={memberId}>
              <a href={addressOf('member', { facilityId, partnerId, memberId })}>
                <bdi>{memberId}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);
