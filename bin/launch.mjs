#!/usr/bin/env node
// Starts a TypeScript file (or, after --bin, a tool of node_modules/.bin) on Node 24 or newer, whatever Node runs this file.
// Plain JavaScript, no imports beyond Node's own: it must run on any Node that npm runs on.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const root = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), '..');

/** The Node that runs this file if it is new enough, else the one that npm installed beside us. */
const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  return existsSync(bundled) ? bundled : undefined;
};

const node = findNode();
if (node === undefined) {
  console.error(
    `Gatehouse needs Node ${NEEDED} or newer; this is ${process.version} on ${process.platform}-${process.arch}. Run "npm ci" (it brings one for linux-x64 and linux-arm64) or install Node ${NEEDED}.`,
  );
  process.exit(1);
}

const args = process.argv.slice(2);
const viaBin = args[0] === '--bin';
// V8 frees wrappers of WebAssembly calls that another thread still uses (nodejs/node#64500), and Node reads TypeScript by WebAssembly
// in every thread: the process would die now and then as a thread starts. Wrappers that are never tiered up are never freed.
const noWrappers = `--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`;
// Left to itself the young generation grows to 64 MB while a program starts, and stays so: a third of the idle cloud.
const young = '--max-semi-space-size=16';
const [command, ...rest] = viaBin
  ? args.slice(1)
  : [node, '--disable-warning=ExperimentalWarning', noWrappers, young, ...args];
// What Node has made of our TypeScript is kept: a quarter of the work of a start. Where it cannot be written, Node does without.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compiled');
const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);

// The channel says nothing: its end tells a program of ours that this process is gone, so that none is left behind. Tools know nothing of it.
const stdio = viaBin ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'];
const child = spawn(command, rest, { stdio, env: { NODE_COMPILE_CACHE, ...process.env, PATH: path } });
// The terminal sends Ctrl-C to the whole group; a signal sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
child.on('error', (error) => {
  console.error(`Could not start ${command}: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
