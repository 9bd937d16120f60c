import { useEffect } from 'preact/hooks';
import type { Session } from '../../client/platform-api.gen.ts';
import { installerLabels, installerWords } from '../../words/installers-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';

type Role = Session['roles'][number];

/** The first page of who is invited to install doors: each gym, what is done there, and until when. */
export const WhereToInstall = ({ roles }: { readonly roles: readonly Role[] }) => (
  <PlainPage title={installerLabels.where} more={installerLabels.whereMore}>
    {roles.map((role) => (
      <OneGym key={role.scopeId} role={role} />
    ))}
  </PlainPage>
);

const OneGym = ({ role: { scopeId, scopeName, endsAt } }: { readonly role: Role }) => {
  const { ticks, serverNow, enter } = useConsole();
  void ticks.value;
  const left = endsAt === undefined ? undefined : Date.parse(endsAt) - serverNow();
  const isOver = left !== undefined && left <= 0;
  useEffect(() => {
    // Who is there, and what they may do, is asked once more: another gym may be left.
    if (isOver) void enter();
  }, [isOver, enter]);
  const facilityId = scopeId ?? '';
  return (
    <section class="panel" aria-label={scopeName ?? undefined}>
      <h2>
        <bdi>{scopeName}</bdi>
      </h2>
      {left !== undefined && <p class="quiet">{installerWords.ends(left)}</p>}
      <ul class="go-ons">
        <li>
          {/* A page of its own: the camera is allowed there alone. */}
          <a class="go-on" href={`${addressOf('claim', {})}?${new URLSearchParams({ gym: facilityId })}`} target="_top">
            {installerLabels.claim}
          </a>
        </li>
        <li>
          <a class="go-on" href={addressOf('boxes', { facilityId })}>
            {installerLabels.boxes}
          </a>
        </li>
        <li>
          <a class="go-on" href={addressOf('doors', { facilityId })}>
            {installerLabels.doors}
          </a>
        </li>
      </ul>
    </section>
  );
};
