import { parentPort } from 'node:worker_threads';
import { errorText } from '../../kit/http/asked-thread.ts';
import { keepNow } from '../../kit/http/kept-file.ts';
import { lowerWorkerPriority } from '../../kit/http/worker-priority.ts';
import type { Referenced } from './reference-kinds.ts';
import { type ReferenceSite, referenceSite } from './reference-site.ts';
import type { FromReferenceWorker, ToReferenceWorker } from './references.ts';

/** What the worker thread runs: makes and compresses pages of references. */
lowerWorkerPriority(); // Nobody who reads holds up somebody at a door.
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const sites = new Map<string, ReferenceSite>();
const siteOf = (surface: Referenced, base: string): ReferenceSite => {
  const key = `${surface} ${base}`;
  const site = sites.get(key) ?? referenceSite(surface, base);
  sites.set(key, site);
  return site;
};

const answer = ({ asked, surface, base, address }: ToReferenceWorker): FromReferenceWorker => {
  try {
    const found = siteOf(surface, base).textAt(address);
    const kept = found && keepNow(found.type, found.text);
    return { asked, kept: kept && { ...kept, gzip: alone(kept.gzip), br: alone(kept.br) } };
  } catch (error) {
    return { asked, failed: errorText(error) };
  }
};

/** A message takes the whole buffer that bytes are in, and small ones share one. */
const alone = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

port.on('message', (message: ToReferenceWorker) => port.postMessage(answer(message)));
