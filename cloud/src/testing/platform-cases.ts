import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlatformCases } from './platform-case.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.cases.ts'));
const exported = await Promise.all(files.map((path): Promise<Record<string, PlatformCases>> => import(root + path)));

/** How to call each endpoint of the platform API: what every `<domain>.cases.ts` exports, which is nothing but cases. */
export const platformCases: PlatformCases = Object.assign({}, ...exported.flatMap((cases) => Object.values(cases)));
