import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { camtXml, entryXml } from './a-statement.ts';

/** A payment that waits: new each time, for a decision uses it up. */
const anEntry = async ({ world, moveOn }: PlatformApi): Promise<string> => {
  await moveOn();
  const text = `A payment of ${Math.random()}`;
  const xml = camtXml({ closing: '100.00', entries: [entryXml({ text, reference: null })] });
  const file = await world.statements.read(Buffer.from(xml), undefined);
  const { fileId } = await world.db.write((tx) => world.statements.keep(tx, file, 'user:test'));
  await world.statements.takeIn(fileId, new AbortController().signal);
  const rows = await world.db.read((tx) =>
    tx.selectFrom('bank_entry').where('file_id', '=', fileId).select('id').execute(),
  );
  return rows[0]?.id ?? '';
};

export const statementsCases: PlatformCases = {
  'payments.send-statement': async () => ({
    query: { dryRun: 'true' },
    streamed: {
      type: 'application/xml',
      bytes: Buffer.from(camtXml({ closing: '100.00', entries: [entryXml({})] })),
    },
  }),
  'payments.list-statements': async () => ({}),
  'payments.list-unmatched': async () => ({}),
  'payments.decide-unmatched': async (api) => ({
    params: { entryId: await anEntry(api) },
    body: { action: 'dismiss', note: 'Not for us' },
  }),
};
