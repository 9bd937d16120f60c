import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { z } from 'zod';
import type { AuditService } from './audit.service.ts';

const Day = z.iso.date({ error: 'must be a day such as 2026-01-31' }).optional();

/** Orders about the audit. The answer names the days that are wrong, and counts the others. */
export const auditCommands = ({
  audit,
}: {
  readonly audit: Pick<AuditService, 'verify'>;
}): Readonly<Record<string, ControlCommand>> => ({
  'verify-audit': controlCommand({
    body: z
      .strictObject({ from: Day, to: Day })
      .refine(({ from = '', to = '9999-12-31' }) => from <= to, { path: ['from'], error: 'must not lie after to' }),
    run: async (asked) => {
      const { days, ...found } = await audit.verify(asked);
      const count = (state: string) => days.filter((day) => day.state === state).length;
      return { ...found, intactDays: count('intact'), forgottenDays: count('forgotten') };
    },
  }),
});
