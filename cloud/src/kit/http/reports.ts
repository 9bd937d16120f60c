import type { FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { errorPages, mergeFaults } from './error-pages.ts';
import { kitFaults } from './kit-faults.ts';
import { openApiOf } from './openapi.ts';
import type { AnySurface } from './surfaces.ts';

/** A module as far as its description goes; a `Module` is one. */
export interface DescribedModule {
  readonly name: string;
  readonly faults: FaultCatalogue;
  readonly endpoints: readonly AnyEndpoint[];
}

/** Where each kind of report is kept, relative to the root of the repository. */
export const OPENAPI_FOLDER = 'cloud/openapi';
export const ERRORS_FOLDER = 'docs/errors';

/**
 * The reports that are kept beside the code: an OpenAPI document a surface and a page an error code, by path. Throws a
 * `Bug` for what can be seen only over all modules: an id or a code that stands for two things.
 */
export const renderReports = (
  modules: readonly DescribedModule[],
  /** Endpoints once more, as a surface that mirrors them serves them. */
  mirrored: readonly AnyEndpoint[] = [],
): Record<string, string> => {
  const endpoints = modules.flatMap((module) => module.endpoints);
  const ids = new Set<string>();
  for (const { id } of endpoints) {
    if (ids.has(id)) throw new Bug(`two endpoints are called ${id}`);
    ids.add(id);
  }
  const reports: Record<string, string> = {};
  for (const surface of surfacesOf(endpoints))
    reports[`${OPENAPI_FOLDER}/${surface.name}.json`] = documentText(surface, [...endpoints, ...mirrored]);
  const catalogues = endpoints.flatMap((endpoint) => [endpoint.faults, endpoint.surface.faults]);
  const faults = mergeFaults([kitFaults, ...modules.map((module) => module.faults), ...catalogues]);
  for (const [file, text] of Object.entries(errorPages(faults))) reports[`${ERRORS_FOLDER}/${file}`] = text;
  return reports;
};

const documentText = (surface: AnySurface, endpoints: readonly AnyEndpoint[]): string =>
  `${JSON.stringify(openApiOf(surface, endpoints), null, 2)}\n`;

const surfacesOf = (endpoints: readonly AnyEndpoint[]): readonly AnySurface[] => {
  const surfaces = new Map<string, AnySurface>();
  for (const { surface } of endpoints) {
    const known = surfaces.get(surface.name);
    if (known !== undefined && known !== surface) throw new Bug(`two surfaces are called ${surface.name}`);
    surfaces.set(surface.name, surface);
  }
  return [...surfaces.values()];
};
