import { useId, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { FileField } from '../../kit/file-field.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { statementLabels, statementWords } from '../../words/statements-en.ts';
import { useConsole } from '../console.ts';
import type { StatementFile, StatementSent } from './wallet-types.ts';

const NO_CSV = { account: '', currency: '', bookedOn: '', amount: '', text: '', bankReference: '' };
const MANNERS = { delimiter: ';', decimal: ',', dateFormat: 'DD.MM.YYYY' } as const;
type Manners = { -readonly [Name in keyof typeof MANNERS]: string };

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** Files of the bank: looked at, and taken in once somebody has seen what would come of it. */
export const Statements = () => {
  const id = useId();
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [csv, setCsv] = useState(NO_CSV);
  const [manners, setManners] = useState<Manners>(MANNERS);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly looked: StatementSent }>();
  const send = (file: File, dryRun: boolean) => {
    const given = Object.fromEntries(Object.entries(csv).filter(([, value]) => value.trim() !== ''));
    const query = { ...(csv.account.trim() !== '' && { ...given, ...(manners as typeof MANNERS) }) };
    return ask(
      'POST /api/admin/saas-billing/payments/statements',
      { query: { ...query, dryRun: String(dryRun) } },
      { form: new Blob([file], { type: 'application/octet-stream' }) },
    );
  };
  const look = (file: File) =>
    run(async () => {
      setChosen(undefined);
      const looked = await send(file, true);
      setChosen({ file, looked });
      announcer.say(statementWords.looked(looked));
    });
  const take = (file: File) =>
    run(async () => {
      await send(file, false);
      setChosen(undefined);
      announcer.say(statementLabels.taken);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <section class="panel stack" aria-labelledby={id}>
      <h2 id={id}>{statementLabels.title}</h2>
      <p>{statementLabels.more}</p>
      <Disclosed summary={statementLabels.csv}>
        <p class="small">{statementLabels.csvMore}</p>
        {Object.keys(NO_CSV).map((name) => (
          <TextField
            key={name}
            label={statementLabels[name as keyof typeof NO_CSV]}
            value={csv[name as keyof typeof NO_CSV]}
            maxLength={100}
            onText={(text) => setCsv({ ...csv, [name]: text })}
          />
        ))}
        <Choice
          label={statementLabels.delimiter}
          value={manners.delimiter}
          options={same([';', ',', 'tab', '|'])}
          onChoice={(delimiter) => setManners({ ...manners, delimiter })}
        />
        <Choice
          label={statementLabels.decimal}
          value={manners.decimal}
          options={same([',', '.'])}
          onChoice={(decimal) => setManners({ ...manners, decimal })}
        />
        <Choice
          label={statementLabels.dateFormat}
          value={manners.dateFormat}
          options={same(['YYYY-MM-DD', 'YYYYMMDD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'])}
          onChoice={(dateFormat) => setManners({ ...manners, dateFormat })}
        />
      </Disclosed>
      <FileField label={statementLabels.file} accept=".xml,.csv" busy={busy} onFile={look} />
      {busy && <p class="quiet small">{statementLabels.looking}</p>}
      {chosen !== undefined && (
        <>
          <p>{statementWords.looked(chosen.looked)}</p>
          <button type="button" class="first" aria-disabled={busy} onClick={() => void take(chosen.file)}>
            {statementLabels.take}
          </button>
        </>
      )}
      {error !== undefined && <Failed error={error} />}
      <Files />
    </section>
  );
};

const Files = () => {
  const { ask } = useConsole();
  return (
    <Pages<StatementFile>
      of={['billing', 'statements']}
      what={statementLabels.lookingAtFiles}
      empty={<Empty title={statementLabels.noFiles}>{statementLabels.noFilesMore}</Empty>}
      read={(after, signal) =>
        ask('GET /api/admin/saas-billing/payments/statements', { query: { after, limit: 10 } }, { signal })
      }
    >
      {(files) => (
        <ul class="records">
          {files.map((file) => (
            <li key={file.fileId}>{statementWords.file(file)}</li>
          ))}
        </ul>
      )}
    </Pages>
  );
};
