import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const JARS = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'javax.activation', 'jaxb-api'];
/** Where Debian's libpdfbox2-java has it. */
const CLASSES = JARS.map((name) => `/usr/share/java/${name}.jar`);

/** Whether Apache's validator of PDF/A is on this machine, with a Java to run it. */
export const preflightIsHere = (): boolean =>
  existsSync(CLASSES[0] as string) &&
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'java')));

/** What that forbids in PDF/A-1, the part it knows, and PDF/A-3 allows: told apart by its code. */
const OF_THE_FIRST_PART = [
  /^1\.2\.9 .*EmbeddedFile entry is present in a FileSpecification/,
  /^1\.4\.7 .*EmbeddedFile entry is present in the Names/,
  /^3\.1\.11 .*CIDSet entry is missing/,
  /^7\.11\.2 .*part must be 1/,
];

/** What Apache's validator finds wrong in a PDF/A-3 file: its code and words each. Throws when it says nothing at all. */
export const wrongByPreflight = async (file: string): Promise<readonly string[]> => {
  const validator = ['-cp', CLASSES.join(delimiter), 'org.apache.pdfbox.preflight.Validator_A1b', file];
  const { stdout, stderr } = await run('java', validator).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  if (!stdout.includes('PDF/A-1b file')) throw new Error(`preflight says nothing: ${stdout}${stderr}`);
  return [...stdout.matchAll(/^(\d[\d.]*) : (.*)$/gm)]
    .map(([, code, words]) => `${code} ${words}`)
    .filter((text) => !OF_THE_FIRST_PART.some((known) => known.test(text)));
};
