import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { AuditEntry } from '../audit.ts';
import { defaultBodyBudgets } from '../byte-budget.ts';
import type { Kit } from '../pipeline.ts';
import { memoryRateLimiter } from '../rate-limit.ts';
import type { RequestLogEntry } from '../request-log.ts';
import { createStrangers } from '../strangers.ts';

export interface Logged {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}
export interface MemoryKit extends Kit {
  readonly clock: ManualClock;
  readonly audited: AuditEntry[];
  readonly requested: RequestLogEntry[];
  readonly logged: Logged[];
}

/** A kit that keeps everything in arrays, on a clock that stands still. */
export const memoryKit = (overrides: Partial<Kit> = {}): MemoryKit => {
  const clock = new ManualClock();
  const audited: AuditEntry[] = [];
  const requested: RequestLogEntry[] = [];
  const logged: Logged[] = [];
  const logAt = (level: Logged['level']) => (fields: object, message: string) =>
    void logged.push({ level, fields, message });
  const addOnce = async (entry: AuditEntry) => {
    if (!audited.some(({ id }) => id === entry.id)) audited.push(entry);
  };
  return {
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    db: { engine: 'sqlite', read: (work) => work({} as Tx), write: (work) => work({} as Tx) },
    limiter: memoryRateLimiter(clock),
    audit: { add: (_tx, entry) => addOnce(entry), addAlone: addOnce },
    requests: { add: (entry) => void requested.push(entry), flush: async () => {}, close: async () => {} },
    bodies: defaultBodyBudgets(),
    strangers: createStrangers(clock),
    undeclared: 'throw',
    ...overrides,
    clock,
    audited,
    requested,
    logged,
  };
};
