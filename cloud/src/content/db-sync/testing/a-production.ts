import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { areas } from '../../../areas.ts';
import type { TestEngine } from '../../../kit/db/engines.ts';
import type { Owned } from '../../../kit/modules/table-policy.ts';
import { makeSource } from '../make-source.repo.ts';
import { fill, onConnection } from './filled.ts';

/** Every table of every module. */
export const tables: Owned = Object.assign({}, ...areas.flatMap(({ modules }) => modules.map(({ owns }) => owns)));

const unlikeAnother = (): string => Buffer.from(systemRandom(6)).toString('hex');

/** Makes a database a source, anew at each call, and says where that is. */
export const sourceOf = async (engine: TestEngine, databaseUrl: string): Promise<string> => {
  const of = { databaseUrl, tables, random: systemRandom };
  if (engine.name === 'sqlite') {
    const file = `${databaseUrl.slice('sqlite:'.length)}-${unlikeAnother()}`;
    await makeSource(of, file);
    return `sqlite:${file}`;
  }
  const role = `reader_${unlikeAnother()}`;
  await onConnection(databaseUrl, ({ ask }) => ask(`create role ${role} login`));
  await makeSource(of, role);
  return databaseUrl.replace('postgres://postgres@', `postgres://${role}@`);
};

/** An installation with something in every table. */
export const aProduction = async (engine: TestEngine) => {
  const url = await engine.freshUrl();
  const filled = await fill(url);
  return { url, filled, made: () => sourceOf(engine, url) };
};
