import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Certificate } from './certificate.ts';
import { startProgram } from './program.ts';
import { connectEcho, getText, postText, repeating } from './raw-client.ts';
import { type Asker, askingSide, type Side } from './side.ts';

const Listening = z.object({ port: z.number() });
/** What a partner sends to open a door, about: every HTTP side gets a body of this length. */
const BODY = JSON.stringify({
  facility_id: 'fac_0123456789abcdef',
  member_id: 'M-1001',
  first_name: 'Ada',
  last_name: 'Byron',
});
const ECHOED = 'x'.repeat(150);

export interface StartedSide {
  readonly side: Side;
  stop(): Promise<void>;
}

interface HttpsSide extends StartedSide {
  readonly pid: number;
  readonly port: number;
}

const httpsSide = async (
  program: 'no-op-server' | 'kit-server',
  name: string,
  { keyFile, certificateFile, caPem }: Certificate,
): Promise<HttpsSide> => {
  const server = await startProgram(program, [keyFile, certificateFile], Listening);
  const request = postText('/bench/v1/nothing', BODY);
  const side = askingSide({ name, pids: { server: server.pid } }, () => repeating(server.ready.port, caPem, request));
  return { side, pid: server.pid, port: server.ready.port, stop: server.stop };
};

/** node:https that reads one row and writes one audit row, with nothing else around them. */
export const bareRowFloor = async (
  { keyFile, certificateFile, caPem }: Certificate,
  folder: string,
): Promise<StartedSide> => {
  const args = [join(folder, 'bare-row.db'), keyFile, certificateFile];
  const server = await startProgram('bare-row-server', args, Listening);
  const side = askingSide({ name: 'a row and an audit row, bare', pids: { server: server.pid } }, () =>
    repeating(server.ready.port, caPem, getText('/row')),
  );
  return { side, stop: server.stop };
};

/** node:https that answers a POST and does nothing. */
export const noOpFloor = (certificate: Certificate): Promise<HttpsSide> =>
  httpsSide('no-op-server', 'no-op HTTPS POST', certificate);

/** The endpoint kit with an endpoint that does nothing. */
export const kitSide = (certificate: Certificate): Promise<HttpsSide> =>
  httpsSide('kit-server', 'hot endpoint that does nothing', certificate);

export const echoFloor = async (): Promise<StartedSide> => {
  const server = await startProgram('echo-server', [], Listening);
  const side = askingSide({ name: 'TCP echo', pids: { server: server.pid } }, async () => {
    const connection = await connectEcho(server.ready.port, ECHOED.length);
    return { ask: async () => void (await connection.ask(ECHOED)), close: connection.close };
  });
  return { side, stop: server.stop };
};

/** In this very process: the operation is done when it returns. */
const localSide = (name: string, open: () => { run: () => void; close?: () => void }): StartedSide => {
  const asker = async (): Promise<Asker> => {
    const { run, close = () => undefined } = open();
    return { ask: async () => run(), close };
  };
  return { side: askingSide({ name, pids: { here: process.pid } }, asker), stop: async () => undefined };
};

/** 4 KiB at the end of a file, and on the disk. */
export const syncFloor = (folder: string): StartedSide =>
  localSide('4 KiB append + fdatasync', () => {
    const path = join(folder, 'sync');
    const file = openSync(path, 'a');
    const block = Buffer.alloc(4_096, 7);
    return {
      run: () => {
        writeSync(file, block);
        fdatasyncSync(file);
      },
      close: () => {
        closeSync(file);
        rmSync(path);
      },
    };
  });

export const signatureFloor = (): StartedSide =>
  localSide('Ed25519 sign + verify', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const message = Buffer.alloc(300, 7);
    return {
      run: () => {
        if (!verify(null, message, publicKey, sign(null, message, privateKey))) throw new Error('a bad signature');
      },
    };
  });
