// @module-tag long
import { ENGINES } from '../kit/db/engines.ts';
import { serveTwoPlatformApis } from './platform-api.ts';
import { platformContract } from './platform-contract.ts';

// Each request goes to the other of two replicas on one PostgreSQL.
platformContract(
  async (clock) => {
    const postgres = ENGINES.find(({ name }) => name === 'postgres');
    if (postgres === undefined) throw new Error('no engine');
    const db = await postgres.open();
    return { db, api: await serveTwoPlatformApis(db, clock) };
  },
  ['endpoint'],
);
