export type JobState = 'queued' | 'running' | 'done' | 'dead';

/** Something to be done, by whichever replica is free. */
export interface JobTable {
  id: string;
  kind: string;
  /** No two open jobs of a kind have the same one. */
  key: string | null;
  /** JSON that fits the kind's schema. */
  payload: string;
  due_at: number;
  /** How often it was begun. */
  attempt: number;
  /** While it runs: until when nobody else may take it over, unless that is renewed. */
  lease_until: number | null;
  leased_by: string | null;
  last_error: string | null;
  state: JobState;
  created_at: number;
  finished_at: number | null;
}

/** The newest occurrence of a schedule for which a job was made. */
export interface JobScheduleTable {
  kind: string;
  last_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    job: JobTable;
    job_schedule: JobScheduleTable;
  }
}
