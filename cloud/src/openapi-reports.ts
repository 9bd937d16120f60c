import { fileURLToPath } from 'node:url';
import { outdatedReports, writeReports } from './http/report-files.ts';
import { renderReports } from './http/reports.ts';
import { describeModules } from './modules.ts';
import { publishedFiles } from './openapi/published-files.ts';
import { ROLES_PAGE, rolesPage } from './openapi/roles-page.ts';

/** Rebuilds the OpenAPI documents, what is made from them, the error pages and the page of roles (`--write`), or fails if they are not up to date (`--check`). */
const root = fileURLToPath(new URL('../../', import.meta.url));
const modules = describeModules();
const described = renderReports(modules);
const declarations = modules.flatMap(({ endpoints }) => endpoints.map(({ declaration }) => declaration));
const reports = { ...described, ...publishedFiles(described), [ROLES_PAGE]: rolesPage(declarations) };
const [mode] = process.argv.slice(2);

if (mode === '--write') {
  for (const path of writeReports(root, reports)) console.log(path);
} else if (mode === '--check') {
  const outdated = outdatedReports(root, reports);
  for (const path of outdated) console.error(`${path} is not what the declarations say: run npm run generate`);
  process.exitCode = outdated.length === 0 ? 0 : 1;
} else {
  console.error('usage: openapi-reports.ts --write | --check');
  process.exitCode = 2;
}
