import { openTables, type ZonesDocument, type ZoneTables } from './zone-tables.ts';
import document from './zones.json' with { type: 'json' };

/** The same as the document that a box can be sent. */
export const bundledZonesDocument = (): ZonesDocument => document as ZonesDocument;

let tables: ZoneTables | undefined;

/** The tables that came with this version of the product. Made once; zones are read one by one when first asked. */
export const bundledZones = (): ZoneTables => {
  tables ??= openTables(document as ZonesDocument); // A test holds the file to all that `loadZones` asks of a foreign one.
  return tables;
};
