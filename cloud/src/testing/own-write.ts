import type { Database } from '../kit/db/unit-of-work.ts';
import { endOf, type OwnCall } from '../kit/http/endpoint.ts';

/** Units of a request that nobody audits. */
export const ownWrite =
  ({ write }: Pick<Database, 'write'>): OwnCall['write'] =>
  async (work) =>
    (await write(async (tx) => endOf(await work(tx)))).value;
