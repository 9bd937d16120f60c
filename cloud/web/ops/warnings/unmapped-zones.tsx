import type { Answer } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { TargetForm } from './target-form.tsx';

type Zone = Answer<'GET /api/access-control/{facilityId}/plan-zones'>['data'][number];

const LOOKED_AT = 200;

interface UnmappedZonesProps {
  readonly facilityId: string;
  readonly manages: boolean;
}

/** Zones that plans name and nobody has mapped. Nothing warns of them, and they keep people out all the same. */
export const UnmappedZones = ({ facilityId, manages }: UnmappedZonesProps) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['plan-zones', facilityId],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/plan-zones',
        { path: { facilityId }, query: { limit: LOOKED_AT } },
        { signal },
      ),
  });
  return (
    <Answered query={query} what={warningWords.lookingAtZones}>
      {({ data }) => {
        const unmapped = data.filter(({ target, plans }) => target === null && plans.length > 0);
        return unmapped.length === 0 ? null : (
          <section class="panel warning" aria-labelledby="zones-title" data-open="true">
            <h2 id="zones-title">{warningWords.zonesTitle}</h2>
            <p class="quiet">{warningWords.zonesMore}</p>
            <ul class="owned">
              {unmapped.map((zone) => (
                <OneZone key={`${zone.partnerId}/${zone.name}`} zone={zone} facilityId={facilityId} manages={manages} />
              ))}
            </ul>
          </section>
        );
      }}
    </Answered>
  );
};

const OneZone = ({ zone, facilityId, manages }: UnmappedZonesProps & { readonly zone: Zone }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { partnerId, name, plans } = zone;
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{warningWords.zone(name)}</bdi>
        </p>
        <p class="quiet small">
          <bdi>{warningWords.ofPlans(plans.map((plan) => plan.name))}</bdi>
        </p>
        {manages && (
          <Disclosed summary={warningWords.mapHere}>
            <TargetForm
              facilityId={facilityId}
              busy={busy}
              error={error}
              onTarget={(target) =>
                void run(async () => {
                  const path = { facilityId };
                  const body = { partnerId, name, target };
                  await ask('PUT /api/access-control/{facilityId}/plan-zones', { path, body });
                  announcer.say(warningWords.mapped(name));
                  await queries.invalidateQueries({ queryKey: ['plan-zones', facilityId] });
                })
              }
            />
          </Disclosed>
        )}
      </div>
    </li>
  );
};
