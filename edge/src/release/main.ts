import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ReleaseVersion } from '@gatehouse/shared/release/release-version.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { exportPublicKey, importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import manifest from '../../package.json' with { type: 'json' };
import { bundleAgent } from './bundle-agent.ts';
import { packRelease } from './pack-release.ts';

const USAGE = `Usage: npm run release -- --out DIR [--version V] [--floor V] [--key FILE]
       npm run release -- keygen [--key FILE]
  --out DIR       where the archive and its signed note are written
  --version V     three numbers (the version of the edge workspace)
  --floor V       the oldest version a box may run after this one (0.0.0)
  --key FILE      the release key, PEM (data/release-key.pem)`;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const option = { type: 'string' } as const;

const keygen = (file: string): void => {
  const { privateKeyPem, publicKey } = newDeviceKey();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, privateKeyPem, { mode: 0o600, flag: 'wx' });
  say(`The release key is ${file}: keep it off every server.\nBoxes and cloud pin its public part: ${publicKey}`);
};

const release = async (options: { out: string; version: string; floor: string; keyFile: string }): Promise<void> => {
  const { version, floor, keyFile } = options;
  if (!existsSync(keyFile)) throw new Error(`There is no release key ${keyFile}. Make one: npm run release -- keygen`);
  const key = importPrivateKey(readFileSync(keyFile, 'utf8'));
  const out = resolve(options.out);
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
  try {
    const { missing } = await bundleAgent(folder, version);
    for (const file of missing) console.error(`not installed here, and so not in the release: ${file}`);
    const createdAt = new Date(systemClock.wallMs());
    const packed = await packRelease({ folder, out, version, floor, createdAt, key });
    const megabytes = (packed.manifest.archive.size / 1_000_000).toFixed(1);
    say(`${packed.archive}  ${megabytes} MB, ${packed.manifest.files.length} files`);
    say(`${packed.note}  signed; its key's public part is ${exportPublicKey(key)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

try {
  const { values, positionals } = parseArgs({
    options: { out: option, version: option, floor: option, key: option },
    allowPositionals: true,
  });
  const keyFile = resolve(values.key ?? 'data/release-key.pem');
  if (positionals[0] === 'keygen') keygen(keyFile);
  else if (values.out === undefined || positionals.length > 0) throw new Error(USAGE);
  else
    await release({
      out: values.out,
      version: ReleaseVersion.parse(values.version ?? manifest.version),
      floor: ReleaseVersion.parse(values.floor ?? '0.0.0'),
      keyFile,
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
