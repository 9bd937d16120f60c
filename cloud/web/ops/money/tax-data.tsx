import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { invoiceLabels } from '../../words/invoices-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { taxDataOf, typedTaxData } from './typed-tax-data.ts';
import type { OwnersTaxData } from './wallet-types.ts';

/** Whom the invoices of an owner name, and what decides how it is taxed. */
export const TaxDataOf = ({ ownerKey }: { readonly ownerKey: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['billing', 'tax-data', ownerKey],
    queryFn: ({ signal }) => ask('GET /api/admin/saas-billing/tax-data/{ownerKey}', { path: { ownerKey } }, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="tax-data-title">
      <h2 id="tax-data-title">{invoiceLabels.taxData}</h2>
      <Answered query={query} what={invoiceLabels.lookingAtTaxData}>
        {(found) => (
          <>
            {found.source === null && <p>{invoiceLabels.noTaxData}</p>}
            {found.source !== null && found.source !== ownerKey && <p>{invoiceLabels.inherited}</p>}
            <TaxDataForm key={found.changedAt ?? ''} ownerKey={ownerKey} found={found} />
          </>
        )}
      </Answered>
    </section>
  );
};

const KEPT = ['name', 'lines', 'postcode', 'city', 'country', 'vatId', 'email'] as const;

interface TaxDataFormProps {
  readonly ownerKey: string;
  readonly found: OwnersTaxData;
}

const TaxDataForm = ({ ownerKey, found }: TaxDataFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`tax data ${ownerKey}`, typedTaxData(found.taxData), KEPT);
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const body = taxDataOf(typed);
  const isCountry = /^[A-Z]{2}$/.test(typed.country.trim());
  const save = () =>
    run(async () => {
      setTried(true);
      if (body === undefined) return;
      await ask('PUT /api/admin/saas-billing/tax-data/{ownerKey}', { path: { ownerKey }, body });
      draft.sent(typed);
      announcer.say(invoiceLabels.saved);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  const field = (
    name: keyof typeof typed,
    { label, more, problem = '' }: { readonly label: string; readonly more?: string; readonly problem?: string },
  ) => (
    <TextField
      label={label}
      value={typed[name]}
      maxLength={name === 'email' ? 254 : 200}
      {...(more !== undefined && { more })}
      problem={tried ? problem : ''}
      onText={(text) => put({ [name]: text })}
    />
  );
  const needed = (name: keyof typeof typed) => (typed[name].trim() === '' ? invoiceLabels.needed : '');
  return (
    <Form send={invoiceLabels.save} busy={busy} error={error} draft={draft} onSend={() => void save()}>
      {field('name', { label: invoiceLabels.name, problem: needed('name') })}
      {field('lines', { label: invoiceLabels.lines, more: invoiceLabels.linesMore, problem: needed('lines') })}
      {field('postcode', { label: invoiceLabels.postcode })}
      {field('city', { label: invoiceLabels.city, problem: needed('city') })}
      {field('country', {
        label: invoiceLabels.country,
        more: invoiceLabels.countryMore,
        problem: isCountry ? '' : invoiceLabels.countryWrong,
      })}
      {field('vatId', { label: invoiceLabels.vatId, more: invoiceLabels.vatIdMore })}
      {field('email', { label: invoiceLabels.email })}
    </Form>
  );
};
