import type { DocsPageOptions } from '../docs-page/docs-page.ts';
import type { AnyEndpoint } from '../http/endpoint.ts';
import { mergeFaults } from '../http/error-pages.ts';
import { faultsOfEndpoint, openApiOf } from '../http/openapi.ts';
import { partnerSurface } from '../modules/partners/partner-surface.ts';
import type { OpenApiDocument } from './document.ts';
import { postmanOf } from './postman-of.ts';
import { partnerLists } from './word-lists.ts';

/** What the reference page of the partner API shows, read off the declarations. */
export const partnerReference = (endpoints: readonly AnyEndpoint[]): DocsPageOptions => {
  const own = endpoints.filter(({ surface }) => surface === partnerSurface);
  const document = openApiOf(partnerSurface, own) as unknown as OpenApiDocument;
  return {
    document,
    faults: mergeFaults(own.map(faultsOfEndpoint)),
    lists: partnerLists(),
    downloads: { 'postman.json': postmanOf(document) },
  };
};
