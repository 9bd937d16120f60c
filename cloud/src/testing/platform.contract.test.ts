// @module-tag exhaustive
import { ENGINES } from '../kit/db/engines.ts';
import { servePlatformApi } from './platform-api.ts';
import { platformContract } from './platform-contract.ts';

platformContract(
  async (clock) => {
    const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
    if (sqlite === undefined) throw new Error('no engine');
    const db = await sqlite.open();
    return { db, api: await servePlatformApi(db, clock) };
  },
  ['endpoint', 'input'],
);
