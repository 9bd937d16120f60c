import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { moneyLabels, moneyWords } from '../../words/money-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { Template, WhatIf } from './money-types.ts';

const TEMPLATES = ['rate-templates'];
const MONTHS_TRIED = 3;

/** Rates that owners can go by, each with what it would have cost. */
export const Templates = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) => ask('GET /api/admin/saas-billing/rate-templates', {}, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="templates-title">
      <h2 id="templates-title">{moneyLabels.templates}</h2>
      <Answered query={query} what={moneyLabels.lookingAtTemplates}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={moneyLabels.noTemplates}>{moneyLabels.noTemplatesMore}</Empty>
          ) : (
            <ul class="records">
              {data.map((template) => (
                <OneTemplate key={template.templateId} template={template} />
              ))}
            </ul>
          )
        }
      </Answered>
      <NewTemplate />
    </section>
  );
};

const NewTemplate = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const add = () =>
    run(async () => {
      setTried(true);
      if (name.trim() === '') return;
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/admin/saas-billing/rate-templates', { body: { name: name.trim() } }, options);
      await queries.invalidateQueries({ queryKey: TEMPLATES });
      setName('');
      setTried(false);
      announcer.say(moneyLabels.added);
    });
  return (
    <Form send={moneyLabels.add} busy={busy} error={error} draft="short" onSend={() => void add()}>
      <TextField
        label={moneyLabels.name}
        value={name}
        maxLength={80}
        problem={tried && name.trim() === '' ? moneyLabels.nameMissing : ''}
        onText={setName}
      />
    </Form>
  );
};

const OneTemplate = ({ template }: { readonly template: Template }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [tried, setTried] = useState<WhatIf>();
  const path = { templateId: template.templateId };
  const copy = () =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/admin/saas-billing/rate-templates/{templateId}/duplicate', { path, body: {} }, options);
      await queries.invalidateQueries({ queryKey: TEMPLATES });
      announcer.say(moneyLabels.copied);
    });
  const tryIt = () =>
    run(async () => {
      const body = { months: MONTHS_TRIED };
      setTried(await ask('POST /api/admin/saas-billing/rate-templates/{templateId}/what-if', { path, body }));
    });
  return (
    <li>
      <p>
        <bdi>{template.name}</bdi>{' '}
        <span class="quiet small">
          {moneyWords.linked(template.linkedBlocks.length)} {moneyWords.changes(template.changeLog.length)}
        </span>
      </p>
      <div class="buttons">
        <ConfirmButton
          label={moneyLabels.whatIf}
          more={moneyLabels.whatIfMore}
          busy={busy}
          onConfirmed={() => void tryIt()}
        />
        <button type="button" aria-disabled={busy} onClick={() => void copy()}>
          {moneyLabels.copy}
        </button>
      </div>
      {tried !== undefined && <Tried tried={tried} />}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const Tried = ({ tried: { facilities, complete, data } }: { readonly tried: WhatIf }) => (
  <>
    <p>{moneyWords.tried(facilities, complete)}</p>
    <FiguresTable
      title={moneyLabels.whatIf}
      columns={[moneyLabels.month, moneyLabels.billed, moneyLabels.would, moneyLabels.difference]}
      rows={data.map(({ month, billedCents, wouldBeCents, differenceCents }) => ({
        key: month,
        name: month,
        cells: [billedCents, wouldBeCents, differenceCents].map(moneyWords.cents),
      }))}
    />
  </>
);
