import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { faultsOfEndpoint } from '../kit/http/endpoint-faults.ts';
import { mergeFaults } from '../kit/http/error-pages.ts';
import { openApiOf } from '../kit/http/openapi.ts';
import { partnerSurface } from '../partner/partners/partner-surface.ts';
import type { OpenApiDocument } from './document.ts';
import type { DocsPageOptions, Download } from './page/docs-page.ts';
import { postmanOf } from './postman-of.ts';
import { partnerLists } from './word-lists.ts';

const VECTORS = fileURLToPath(new URL('../../../shared/vectors/access/', import.meta.url));

/** The published test vectors of the access rules, for whoever evaluates windows on their own side. */
const accessVectors = (): Record<string, Download> =>
  Object.fromEntries(
    readdirSync(VECTORS).map((file) => [
      `vectors-${file}`,
      { says: 'test vectors of the access rules', content: JSON.parse(readFileSync(`${VECTORS}${file}`, 'utf8')) },
    ]),
  );

/** What the reference page of the partner API shows, read off the declarations. */
export const partnerReference = (endpoints: readonly AnyEndpoint[]): DocsPageOptions => {
  const own = endpoints.filter(({ surface }) => surface === partnerSurface);
  const document = openApiOf(partnerSurface, own) as unknown as OpenApiDocument;
  return {
    document,
    faults: mergeFaults(own.map(faultsOfEndpoint)),
    lists: partnerLists(),
    downloads: { 'postman.json': { says: 'a Postman collection', content: postmanOf(document) }, ...accessVectors() },
  };
};
