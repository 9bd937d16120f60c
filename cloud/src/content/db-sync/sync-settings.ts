type Given = Readonly<Record<string, string | undefined>>;

const INSTALLATIONS = ['production', 'staging'];
const SOURCE = /^(sqlite:(?!\/\/).+|postgres(ql)?:\/\/.+)$/s;

/**
 * Reads `INSTALLATION` and `SYNC_SOURCE_URL`: of a staging, the masked views of the installation that it copies from, `postgres://…` with
 * a role that reads nothing else, or `sqlite:` and the file that was written there. Undefined where this is none.
 */
export const readSyncSource = (given: Given, problems: string[]): string | undefined => {
  const { INSTALLATION: installation = 'production', SYNC_SOURCE_URL: url } = given;
  if (!INSTALLATIONS.includes(installation)) problems.push(`INSTALLATION: must be ${INSTALLATIONS.join(' or ')}`);
  if (url === undefined) return undefined;
  if (installation !== 'staging') problems.push('SYNC_SOURCE_URL: only with INSTALLATION=staging');
  if (!SOURCE.test(url)) problems.push('SYNC_SOURCE_URL: must be sqlite:<file> or postgres://…');
  return url;
};
