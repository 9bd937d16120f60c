import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import Sqlite from 'better-sqlite3';

/**
 * A floor: node:https that reads one row by its key and writes one audit row, in the cloud's own tables with the cloud's own
 * settings. Rows of one turn of the event loop are committed together, and answered then.
 */
const [databaseFile = '', keyFile = '', certificateFile = ''] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const made = await openDatabase(`sqlite:${databaseFile}`, { clock: systemClock, log: silent });
await made.migrate();
await made.close();

const db = new Sqlite(databaseFile);
for (const setting of ['wal_autocheckpoint = 8000', 'synchronous = FULL', 'foreign_keys = ON', 'temp_store = MEMORY'])
  db.pragma(setting);
const ORGANISATION = 'org_0123456789abcdef';
db.prepare('insert into organisation (id, name) values (?, ?)').run(ORGANISATION, 'Harbour Fitness');
const row = db.prepare('select * from organisation where id = ?');
const columns = [
  ...['id', 'at', 'tenant', 'actor', 'realm', 'event', 'target', 'outcome', 'status', 'duration_ms', 'request_id'],
  ...['remote_address', 'endpoint', 'via'],
];
const audit = db.prepare(
  `insert into audit_entry (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
);
const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')];

let requests = 0;
let waiting: (() => void)[] = [];
const commitAll = () => {
  const answers = waiting;
  waiting = [];
  commit.run();
  for (const answer of answers) answer();
};

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certificateFile), ...TLS_OFFERED, noDelay: true },
  (_request, response) => {
    if (waiting.length === 0) {
      begin.run();
      setImmediate(commitAll);
    }
    const found = row.get(ORGANISATION);
    const id = String(++requests).padStart(16, '0');
    const user = 'user:usr_0123456789abcdef';
    const names = ['orgs.read', ORGANISATION, 'ok', 200, 1, `req_${id}`, '127.0.0.1', 'orgs.read', 'http'];
    audit.run(`aud_${id}`, systemClock.wallMs(), user, user, ORGANISATION, ...names);
    waiting.push(() => {
      const text = JSON.stringify(found);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  },
);
onStop(async () => {
  server.close();
  db.close();
});
announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }) });
