import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { ERRORS_FOLDER, OPENAPI_FOLDER } from '../kit/http/reports.ts';
import { clientOf } from './client-of.ts';
import { consoleTypesOf } from './console-types-of.ts';
import type { OpenApiDocument } from './document.ts';
import { LIVE_DOCUMENT } from './live-document.ts';
import { type LiveDocument, liveTypesOf } from './live-types-of.ts';
import { postmanOf } from './postman-of.ts';
import { listPage, partnerLists } from './word-lists.ts';

/** What is made of the documents, by path: types of the clients of partners and of the consoles, the Postman collection, lists of words. */
export const publishedFiles = (reports: Readonly<Record<string, string>>): Record<string, string> => {
  const document = documentOf(reports, 'partner');
  const lists = partnerLists();
  return {
    'partner-client/src/partner-api.gen.ts': clientOf(document),
    'cloud/web/client/platform-api.gen.ts': consoleTypesOf(documentOf(reports, 'platform'), 'platform API'),
    'cloud/web/client/console-api.gen.ts': consoleTypesOf(documentOf(reports, 'console'), 'partner console'),
    'cloud/web/client/live-frames.gen.ts': liveTypesOf(readDocument<LiveDocument>(reports, LIVE_DOCUMENT)),
    ...Object.fromEntries(lists.map((list) => [`${ERRORS_FOLDER}/${list.id}.md`, listPage(list)])),
    [`${ERRORS_FOLDER}/README.md`]: `${reports[`${ERRORS_FOLDER}/README.md`]}\n## Words inside answers\n\n${lists
      .map(({ id, title }) => `- [${title}](${id}.md)`)
      .join('\n')}\n`,
    [`${OPENAPI_FOLDER}/partner.postman.json`]: `${JSON.stringify(postmanOf(document), null, 2)}\n`,
  };
};

const documentOf = (reports: Readonly<Record<string, string>>, surface: string): OpenApiDocument =>
  readDocument(reports, `${OPENAPI_FOLDER}/${surface}.json`);

const readDocument = <Document>(reports: Readonly<Record<string, string>>, path: string): Document => {
  const text = reports[path];
  if (text === undefined) throw new Bug(`there is no document ${path}`);
  return JSON.parse(text) as Document;
};
