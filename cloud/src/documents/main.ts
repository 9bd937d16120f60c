import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areas, declarations, everyModule } from '../areas.ts';
import { outdatedReports, writeReports } from '../kit/http/report-files.ts';
import { renderReports } from '../kit/http/reports.ts';
import {
  FIELDS_DOCUMENT,
  fieldsDocument,
  GRAPH_DOCUMENT,
  graphDocument,
  unlistedChanges,
} from '../unified/graphql/graph-surface.ts';
import { noToolBecause, toolName } from '../unified/mcp/mcp.module.ts';
import { mirroredIn } from '../unified/rest/rest.module.ts';
import { LIVE_DOCUMENT, liveDocument, topicsOf } from './live-document.ts';
import { MODULES_PAGE, modulesPage } from './modules-page.ts';
import { publishedFiles } from './published-files.ts';
import { ROLES_PAGE, rolesPage } from './roles-page.ts';

/** Rebuilds the OpenAPI documents, the AsyncAPI one of the live socket, the GraphQL schema, what is made from them, the error pages and the pages of roles and modules (`--write`), or fails if they are not up to date (`--check`). */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const topics = topicsOf(everyModule);
const described = {
  ...renderReports(everyModule, mirroredIn(declarations)),
  [LIVE_DOCUMENT]: liveDocument(topics),
};
const graph = await graphDocument(declarations, topics);
const reports = {
  ...described,
  ...publishedFiles(described),
  [GRAPH_DOCUMENT]: graph,
  [FIELDS_DOCUMENT]: await fieldsDocument(declarations, {
    mirrored: mirroredIn(declarations),
    toolOf: (endpoint) => (noToolBecause(endpoint) === undefined ? toolName(endpoint) : undefined),
  }),
  [ROLES_PAGE]: rolesPage(declarations),
  [MODULES_PAGE]: modulesPage(areas),
};
const [mode] = process.argv.slice(2);

const graphFile = join(root, GRAPH_DOCUMENT);
const breaks = existsSync(graphFile) ? unlistedChanges(readFileSync(graphFile, 'utf8'), graph) : [];
if (breaks.length > 0) {
  for (const what of breaks) console.error(`the GraphQL schema breaks who uses it: ${what}`);
  console.error('List it with its date in cloud/src/unified/graphql/breaking-changes.ts, or let it stand.');
  process.exitCode = 1;
} else if (mode === '--write') {
  for (const path of writeReports(root, reports)) console.log(path);
} else if (mode === '--check') {
  const outdated = outdatedReports(root, reports);
  for (const path of outdated) console.error(`${path} is not what the declarations say: run npm run generate`);
  process.exitCode = outdated.length === 0 ? 0 : 1;
} else {
  console.error('usage: openapi-reports.ts --write | --check');
  process.exitCode = 2;
}
