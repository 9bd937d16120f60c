import { useState } from 'preact/hooks';
import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { ChooseOrganisations } from './choose-organisations.tsx';
import { LINKING_METHODS } from './linking-methods.ts';

const A_PAGE = 50;

/** The partner accounts that somebody administers. */
export const PartnersPage = () => {
  const { ask } = useConsole();
  return (
    <PlainPage title={partnersWords.title} more={partnersWords.more}>
      <Disclosed summary={partnersWords.add}>
        <AddPartner />
      </Disclosed>
      <section class="panel" aria-label={partnersWords.title}>
        <Pages<PartnerAccount>
          of={['partners']}
          read={(after, signal) => ask('GET /api/admin/partners', { query: { after, limit: A_PAGE } }, { signal })}
          what={partnersWords.looking}
          empty={<Empty title={partnersWords.none}>{partnersWords.noneMore}</Empty>}
        >
          {(partners) => (
            <ul class="records">
              {partners.map(({ partnerId, name, linkingMethod, organisations }) => (
                <li key={partnerId}>
                  <div class="record-head">
                    <a href={addressOf('partner', { partnerId })}>
                      <bdi>{name}</bdi>
                    </a>
                    <span class="quiet">{partnersWords.organisations(organisations.length)}</span>
                    <span class="quiet small">
                      {partnersWords.method} {partnersWords.methods[linkingMethod]}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Pages>
      </section>
    </PlainPage>
  );
};

const NEW: Pick<PartnerAccount, 'name' | 'linkingMethod'> = { name: '', linkingMethod: 'facility_id' };

const AddPartner = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('new', NEW, ['name', 'linkingMethod']);
  const { name, linkingMethod } = draft.typed;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [said, say] = useState('');
  const add = (): void => {
    setTried(true);
    if (name.trim() === '' || chosen.size === 0) return;
    void run(async () => {
      const body = { name: name.trim(), linkingMethod, organisations: [...chosen] };
      await ask('POST /api/admin/partners', { body }, { idempotencyKey: crypto.randomUUID() });
      say(partnersWords.added(body.name));
      announcer.say(partnersWords.added(body.name));
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['partners'] });
    });
  };
  return (
    <Form
      send={partnersWords.add}
      busy={busy}
      error={error}
      draft={draft}
      onSend={add}
      after={
        said !== '' && (
          <p class="whole">
            <bdi>{said}</bdi>
          </p>
        )
      }
    >
      <TextField
        label={partnersWords.name}
        value={name}
        maxLength={120}
        problem={tried && name.trim() === '' ? partnersWords.nameMissing : ''}
        onText={(written) => draft.put({ name: written })}
      />
      <Choice
        label={partnersWords.method}
        value={linkingMethod}
        options={LINKING_METHODS}
        onChoice={(method) => draft.put({ linkingMethod: method })}
      />
      <ChooseOrganisations
        chosen={chosen}
        onChoose={choose}
        problem={tried && chosen.size === 0 ? partnersWords.chooseOne : ''}
      />
    </Form>
  );
};
