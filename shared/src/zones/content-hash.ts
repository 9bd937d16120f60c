import { createHash } from 'node:crypto';
import { canonicalJson } from '../json/canonical.ts';
import type { ZonesDocument } from './zone-tables.ts';

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of a document without its `hash`. */
export const contentHash = ({
  hash: _,
  ...content
}: ZonesDocument | (Omit<ZonesDocument, 'hash'> & { hash?: string })): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');
