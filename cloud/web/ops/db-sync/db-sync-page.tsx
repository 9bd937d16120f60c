import { useState } from 'preact/hooks';
import type { SyncTable } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choices } from '../../kit/choices.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { syncWords } from '../../words/db-sync-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { withNeeded, withoutNeeding } from './needed-tables.ts';
import { SyncRunView } from './sync-run.tsx';
import { useTold } from './told.ts';

/** Tables of production, for an installation to try things at. */
export const DbSyncPage = () => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const told = useTold();
  const query = useQuery({
    queryKey: ['db-sync', 'tables'],
    queryFn: ({ signal }) => ask('GET /api/admin/db-sync/list-tables', {}, { signal }),
  });
  return (
    <PlainPage title={syncWords.title} more={syncWords.more}>
      <Answered query={query} what={syncWords.looking}>
        {({ data }) => (
          <>
            <BeginSync tables={data.filter(({ policy }) => policy !== 'never')} onBegun={(run) => set({ run })} />
            {values.run !== undefined && <SyncRunView key={values.run} runId={values.run} told={told} />}
            <WhatMay tables={data} />
          </>
        )}
      </Answered>
    </PlainPage>
  );
};

interface BeginProps {
  readonly tables: readonly SyncTable[];
  readonly onBegun: (runId: string) => void;
}

const BeginSync = ({ tables, onBegun }: BeginProps) => {
  const { ask, announcer, live } = useConsole();
  const { busy, error, run } = useAttempt();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(tables.map(({ table }) => table)));
  const begin = (dryRun: 'true' | 'false') =>
    run(async () => {
      const beginFor = (socketID: string | undefined) =>
        ask(
          'POST /api/admin/db-sync/sync-from-prod',
          { query: {}, body: { dryRun, tables: [...chosen].join(','), socketID } },
          { idempotencyKey: crypto.randomUUID() },
        );
      const { runId } = await beginFor(live.socketId()).catch((refused: unknown) => {
        // The socket is gone and nobody has noticed yet: the log is asked for then.
        if (refused instanceof RefusedError && refused.refusal.code === 'socket_unknown') return beginFor(undefined);
        throw refused;
      });
      announcer.say(syncWords.begun);
      onBegun(runId);
    });
  const choose = (next: ReadonlySet<string>): void => {
    const [off] = [...chosen].filter((name) => !next.has(name));
    setChosen(off === undefined ? withNeeded(tables, next) : withoutNeeding(tables, chosen, off));
  };
  const none = chosen.size === 0;
  return (
    <Form
      class="panel form"
      send={syncWords.count}
      busy={busy || none}
      error={error}
      draft="chosen"
      onSend={() => void (none ? undefined : begin('true'))}
      after={
        <ConfirmButton
          label={syncWords.copy(chosen.size)}
          more={syncWords.copyMore}
          busy={busy || none}
          onConfirmed={() => void begin('false')}
        />
      }
    >
      <fieldset>
        <legend>{syncWords.choose}</legend>
        <Choices
          some={tables.map(({ table, dependsOn }) => ({
            id: table,
            name: dependsOn.length === 0 ? table : `${table} (${syncWords.needs(dependsOn)})`,
          }))}
          chosen={chosen}
          onChoose={choose}
        />
        {none && <p class="problem">{syncWords.nothingChosen}</p>}
      </fieldset>
    </Form>
  );
};

const WhatMay = ({ tables }: { readonly tables: readonly SyncTable[] }) => {
  const ago = useAgo();
  const may = tables.filter(({ policy }) => policy !== 'never');
  return (
    <section class="panel stack" aria-label={syncWords.tables}>
      <h2>{syncWords.tables}</h2>
      <FiguresTable
        title={syncWords.tables}
        columns={syncWords.columns}
        rows={may.map(({ table, policy, masked, sourceRows, lastSyncedAt }) => ({
          key: table,
          name: table,
          cells: [
            policy === 'mask' ? syncWords.masked(masked) : syncWords.policies[policy],
            sourceRows === null ? syncWords.unknown : String(sourceRows),
            lastSyncedAt === null ? syncWords.notYet : ago(lastSyncedAt),
          ],
        }))}
      />
      <p class="quiet small">{syncWords.never(tables.length - may.length)}</p>
    </section>
  );
};
