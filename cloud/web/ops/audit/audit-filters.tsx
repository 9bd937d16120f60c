import type { Answer } from '../../client/client.ts';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, TextFilter, useFilters } from '../../kit/filters.tsx';
import { TimeRange } from '../../kit/time-range-fields.tsx';
import { auditWords } from '../../words/audit-en.ts';

const LASTS = ['1h', '24h', '7d', '30d'] as const;
/** While nobody has chosen a time. */
export const OTHERWISE = '24h';
const CLASSES = ['', '2xx', '4xx', '5xx'] as const;
/** What an address says of what came of it; anything where it says nothing that is known. */
export const classIn = (text: string | undefined) => CLASSES.find((known) => known === text) ?? '';

interface AuditFiltersProps {
  readonly organisations: Answer<'GET /api/admin/audit-logs/user-organisations'>['data'];
  readonly organisationId: string | undefined;
  readonly readsAll: boolean;
}

export const AuditFilters = ({ organisations, organisationId = '', readsAll }: AuditFiltersProps) => {
  const { values, set } = useFilters();
  return (
    <div class="filters">
      <Choice
        label={auditWords.organisation}
        value={organisationId}
        options={[
          ...(readsAll ? ([['', auditWords.allOrganisations]] as const) : []),
          ...organisations.map(({ organisationId: id, name }) => [id, name] as const),
        ]}
        onChoice={(organisation) => set({ organisation })}
      />
      <TextFilter label={auditWords.email} value={values.email ?? ''} onText={(email) => set({ email })} />
      <Choice
        label={auditWords.outcome}
        value={classIn(values.outcome)}
        options={CLASSES.map((known) => [known, auditWords.classes[known]])}
        onChoice={(outcome) => set({ outcome })}
      />
      <TextFilter label={auditWords.text} value={values.text ?? ''} onText={(text) => set({ text })} />
      <TimeRange values={values} set={set} time={utcTime} lasts={LASTS} otherwise={OTHERWISE} />
    </div>
  );
};
