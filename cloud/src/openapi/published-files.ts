import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { OPENAPI_FOLDER } from '../http/reports.ts';
import { clientOf } from './client-of.ts';
import type { OpenApiDocument } from './document.ts';
import { postmanOf } from './postman-of.ts';

/** What is made from the partner API's document in turn, by path: the typed client's types and the Postman collection. */
export const publishedFiles = (reports: Readonly<Record<string, string>>): Record<string, string> => {
  const text = reports[`${OPENAPI_FOLDER}/partner.json`];
  if (text === undefined) throw new Bug('there is no document of the partner API');
  const document = JSON.parse(text) as OpenApiDocument;
  return {
    'partner-client/src/partner-api.gen.ts': clientOf(document),
    [`${OPENAPI_FOLDER}/partner.postman.json`]: `${JSON.stringify(postmanOf(document), null, 2)}\n`,
  };
};
