import { Fragment } from 'preact';
import type { AuditEntry } from '../../client/platform-api.gen.ts';
import { utcTime } from '../../kit/facility-time.ts';
import { useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { boundsOf } from '../../kit/time-range.ts';
import { auditWords } from '../../words/audit-en.ts';
import { useConsole } from '../console.ts';
import { classIn, OTHERWISE } from './audit-filters.tsx';

const A_PAGE = 50;

export const AuditEntries = ({ organisationId }: { readonly organisationId: string | undefined }) => {
  const { ask, serverNow } = useConsole();
  const { values } = useFilters();
  const { email, text, last, from, to } = values;
  const statusClass = classIn(values.outcome);
  return (
    <section class="panel" aria-label={auditWords.looking}>
      <Pages
        of={['audit', 'entries', organisationId, email, text, statusClass, last, from, to]}
        read={(after, signal) => {
          const body = {
            limit: A_PAGE,
            ...boundsOf({ last, from, to }, serverNow(), OTHERWISE),
            ...(email !== undefined && { email }),
            ...(text !== undefined && { text }),
            ...(statusClass !== '' && { statusClass }),
            ...(after !== undefined && { after }),
          };
          return ask('POST /api/admin/audit-logs/search', { query: { organisationId }, body }, { signal });
        }}
        what={auditWords.looking}
        empty={<Empty title={auditWords.none}>{auditWords.noneMore}</Empty>}
      >
        {(entries) => (
          <ol class="records">
            {entries.map((entry) => (
              <Entry key={entry.entryId} entry={entry} />
            ))}
          </ol>
        )}
      </Pages>
    </section>
  );
};

const toneOf = (status: number): string => (status >= 500 ? 'alarm' : status >= 400 ? 'held' : 'calm');

const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { event, actor, actingAs, at, outcome, status } = entry;
  const place = auditWords.place(entry);
  return (
    <li>
      <p class="record-head">
        <code>{event}</code>
        <bdi>{auditWords.actor(actor)}</bdi>
        {actingAs !== null && <bdi class="quiet">{auditWords.actingAs(auditWords.actor(actingAs))}</bdi>}
        {place !== undefined && <bdi class="quiet">{place}</bdi>}
        <span class="fact" data-tone={toneOf(status)}>
          {auditWords.outcomeOf(outcome)}
        </span>
        <time class="figures quiet small" dateTime={at}>
          {utcTime.exactly(Date.parse(at))}
        </time>
      </p>
      <details>
        <summary>{auditWords.details}</summary>
        <Details entry={entry} />
      </details>
    </li>
  );
};

const Details = ({ entry }: { readonly entry: AuditEntry }) => {
  const { fields } = auditWords;
  const rows = [
    [fields.endpoint, entry.endpoint],
    [fields.target, entry.target],
    [fields.status, String(entry.status)],
    [fields.took, auditWords.took(entry.durationMs)],
    [fields.address, entry.remoteAddress],
    [fields.request, entry.requestId],
    [fields.way, entry.via],
    [fields.session, entry.sessionId],
  ] as const;
  return (
    <dl class="rows">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
};
