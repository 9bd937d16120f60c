import { useState } from 'preact/hooks';
import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import { usePlaces } from '../users/places.ts';
import { ChooseOrganisations } from './choose-organisations.tsx';

/** Whose data a partner may know of at all. */
export const PartnerOrganisations = ({ account }: { readonly account: PartnerAccount }) => {
  const { data: places } = usePlaces();
  return (
    <section class="panel" aria-labelledby="whose-title">
      <h2 id="whose-title">{partnersWords.whose}</h2>
      <p class="quiet">{partnersWords.whoseMore}</p>
      <ul class="hurt">
        {account.organisations.map((organisationId) => {
          const known = places?.organisations.find((organisation) => organisation.organisationId === organisationId);
          return (
            <li key={organisationId}>
              {known === undefined ? (
                <span class="quiet">{partnersWords.notNamed}</span>
              ) : (
                <a href={addressOf('organisation', { organisationId })}>
                  <bdi>{known.name}</bdi>
                </a>
              )}
            </li>
          );
        })}
      </ul>
      <Disclosed summary={partnersWords.chooseOrganisations}>
        <ChangeOrganisations account={account} />
      </Disclosed>
    </section>
  );
};

const ChangeOrganisations = ({ account: { partnerId, organisations } }: { readonly account: PartnerAccount }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set(organisations));
  const save = () =>
    run(async () => {
      const input = { path: { partnerId }, body: { organisations: [...chosen] } };
      await ask('PUT /api/admin/partners/{partnerId}/organisations', input);
      announcer.say(partnersWords.organisationsSaved);
      await queries.invalidateQueries({ queryKey: ['partner', partnerId] });
      await queries.invalidateQueries({ queryKey: ['partner-places', partnerId] });
    });
  return (
    <Form
      send={partnersWords.save}
      busy={busy}
      error={error}
      draft="chosen"
      onSend={() => void (chosen.size > 0 && save())}
    >
      <ChooseOrganisations
        chosen={chosen}
        onChoose={choose}
        problem={chosen.size === 0 ? partnersWords.chooseOne : ''}
      />
    </Form>
  );
};
