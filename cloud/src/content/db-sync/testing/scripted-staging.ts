import { readdirSync } from 'node:fs';
import type { Owned } from '../../../kit/modules/table-policy.ts';
import type { Staging } from '../staging.ts';
import { fingerprintOf } from '../sync-plan.ts';

const MIGRATIONS = new URL('../../../kit/db/migrations/', import.meta.url);

/** A source of the same schema that has nothing. */
export const scriptedStaging = (tables: () => Promise<Owned>): Staging => ({
  look: async () => {
    const migrations = readdirSync(MIGRATIONS).map((file) => file.replace(/\.ts$/, ''));
    return { installation: 'ins_0123456789abcdef', fingerprint: fingerprintOf(migrations.sort(), await tables()) };
  },
  count: async (names) => new Map(names.map((name) => [name, 0])),
  run: async () => [],
});
