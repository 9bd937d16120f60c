import type { Answer } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { scopeWords } from '../../words/scopes-en.ts';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole } from '../console.ts';
import { TargetForm } from '../warnings/target-form.tsx';
import { useTargets } from '../warnings/use-targets.ts';
import { targetInWords } from './target-words.ts';

type Zone = Answer<'GET /api/access-control/{facilityId}/plan-zones'>['data'][number];
const A_PAGE = 50;

export interface AtScopes {
  readonly facilityId: string;
  readonly manages: boolean;
}

/** Zones of plans of which somebody has said what they open. Those that nobody has mapped stand above. */
export const MappedZones = ({ facilityId, manages }: AtScopes) => {
  const { ask } = useConsole();
  return (
    <section class="panel" aria-labelledby="mapped-zones-title">
      <h2 id="mapped-zones-title">{scopeWords.zones}</h2>
      <p class="quiet">{scopeWords.zonesMore}</p>
      <Pages<Zone>
        of={['plan-zones', facilityId, 'mapped']}
        read={(after, signal) =>
          ask(
            'GET /api/access-control/{facilityId}/plan-zones',
            { path: { facilityId }, query: { after, limit: A_PAGE } },
            { signal },
          )
        }
        what={warningWords.lookingAtZones}
        empty={<Empty title={scopeWords.noZones} />}
      >
        {(zones) => {
          const mapped = zones.filter(({ target }) => target !== null);
          return mapped.length === 0 ? (
            <p class="quiet">{scopeWords.noZones}</p>
          ) : (
            <ul class="owned">
              {mapped.map((zone) => (
                <OneZone key={JSON.stringify(zone)} facilityId={facilityId} manages={manages} zone={zone} />
              ))}
            </ul>
          );
        }}
      </Pages>
    </section>
  );
};

const OneZone = ({ facilityId, manages, zone }: AtScopes & { readonly zone: Zone }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const targets = useTargets(facilityId);
  const { partnerId, name, plans } = zone;
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{warningWords.zone(name)}</bdi>
        </p>
        <Answered query={targets} what={warningWords.lookingAtDoors}>
          {(there) => (
            <p>
              <bdi>{scopeWords.opens(targetInWords(zone.target, there))}</bdi>
            </p>
          )}
        </Answered>
        <p class="quiet small">
          <bdi>{warningWords.ofPlans(plans.map((plan) => plan.name))}</bdi>
        </p>
        {manages && (
          <Disclosed summary={scopeWords.map}>
            <TargetForm
              facilityId={facilityId}
              submit={scopeWords.save}
              busy={busy}
              error={error}
              onTarget={(target) =>
                void run(async () => {
                  const path = { facilityId };
                  await ask('PUT /api/access-control/{facilityId}/plan-zones', {
                    path,
                    body: { partnerId, name, target },
                  });
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
