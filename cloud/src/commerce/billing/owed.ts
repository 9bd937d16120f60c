import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';

/** What owners owe by their monthly records. */
export type OwesByRecords = Pick<MonthlyRecords, 'owedByRecords'>;
