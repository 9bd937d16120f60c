import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadZones } from '@gatehouse/shared/zones/load-zones.ts';
import { ZonesDocument } from '@gatehouse/shared/zones/zone-tables.ts';
import { fetchTzdata, offeredTzdata, releaseOf } from './debian-tzdata.ts';
import { describeDifferences } from './differences.ts';
import { makeDocument } from './make-document.ts';
import { readZoneinfo } from './zoneinfo-folder.ts';

const FILE = resolve(import.meta.dirname, '../../../shared/src/zones/zones.json');

const readPrevious = (): ZonesDocument | undefined =>
  existsSync(FILE) ? ZonesDocument.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : undefined;

const fromPackage = (version: string, previous?: ZonesDocument): ZonesDocument => {
  const { folder, remove } = fetchTzdata(version);
  try {
    return makeDocument(readZoneinfo(folder), `tzdata ${version}`, previous);
  } finally {
    remove();
  }
};

const fromFolder = (folder: string, previous?: ZonesDocument): ZonesDocument => {
  const zoneinfo = readZoneinfo(folder);
  return makeDocument(zoneinfo, `zoneinfo ${zoneinfo.release}`, previous);
};

/** Writes the tables and says what changed. */
const build = (folder: string | undefined): number => {
  const previous = readPrevious();
  const next = folder === undefined ? fromPackage(offeredTzdata()[0], previous) : fromFolder(folder, previous);
  const tables = loadZones(next);
  writeFileSync(FILE, `${JSON.stringify(next, null, 2)}\n`);
  const changes = previous === undefined ? [] : describeDifferences(loadZones(previous), tables);
  for (const change of changes) console.log(change);
  console.log(`${next.source}: ${next.names.length} names, ${Object.keys(next.zones).length} zones, ${next.hash}`);
  return 0;
};

/** Says whether the tables are those of the newest release on offer, and still what the tool makes of their package. */
const check = (): number => {
  const ours = readPrevious();
  if (ours === undefined) return complain('There are no tables yet.');
  const [newest, ...older] = offeredTzdata();
  if (releaseOf(newest) > ours.release) return complain(`The tables are of ${ours.release}; ${newest} is on offer.`);
  const version = [newest, ...older].find((offer) => ours.source === `tzdata ${offer}`);
  if (version !== undefined && fromPackage(version, ours).hash !== ours.hash)
    return complain(`The tables are not what ${version} makes.`);
  console.log(`The tables are of ${ours.release} (${ours.source}); the newest on offer is ${newest}.`);
  return 0;
};

const complain = (text: string): number => {
  console.error(`${text} Run: node bin/launch.mjs ${join('test', 'src', 'zones', 'build-zones.ts')}`);
  return 1;
};

const { values } = parseArgs({ options: { from: { type: 'string' }, check: { type: 'boolean', default: false } } });
process.exitCode = values.check ? check() : build(values.from);
