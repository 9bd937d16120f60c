import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from './engines.ts';
import { leftBy } from './test-migrate.ts';

const BEFORE = [
  `insert into job (id, kind, key, payload, due_at, attempt, state, created_at)
   values ('job_1', 'sessions.send-code', null, '{"codeId":"cod_1","userId":"usr_1"}', 1, 0, 'queued', 1),
     ('job_2', 'mail.send', null, '{"mailId":"mai_1","userId":"usr_1"}', 1, 0, 'queued', 1)`,
];

describe.each(ENGINES)(
  'codes to sign in that wait to be sent as the cloud is updated, on $name',
  ({ name, freshUrl }) => {
    it('are sent, as they name whoever they are for like those of either console', async () => {
      const url = await freshUrl({ migrated: false });
      await leftBy(name, url, { through: '0116-decisions-by-time', rows: BEFORE });
      const db = await openTestDatabase(url);
      await db.migrate();
      const payloads = await db.read((tx) => tx.selectFrom('job').select('payload').orderBy('id').execute());
      expect(payloads.map(({ payload }) => JSON.parse(payload))).toEqual([
        { codeId: 'cod_1', subjectId: 'usr_1' },
        { mailId: 'mai_1', userId: 'usr_1' },
      ]);
    });
  },
);
