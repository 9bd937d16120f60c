import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import { z } from 'zod';
import { kitFault } from '../kit/http/kit-faults.ts';
import type { UsersService } from '../platform/users/users.module.ts';

const FirstKey = z.object({ email: z.string(), key: z.string() });

const fileOf = (secretsDir: string): string => join(secretsDir, 'first-admin-key.json');

/**
 * Where there is nobody who may do everything, makes somebody, and shows their key once: at the terminal that this process
 * was started from, else in a file of its own, whose path is logged. The key never gets into a log.
 */
export const showFirstKey = async (
  users: Pick<UsersService, 'bootstrap'>,
  { email, secretsDir }: { readonly email: string; readonly secretsDir: string },
  {
    terminal,
    log,
  }: { readonly terminal?: { write(text: string): unknown }; readonly log: { info(text: string): void } },
): Promise<void> => {
  const first = await users.bootstrap(email);
  if (first === undefined) return;
  const { key } = first;
  if (terminal !== undefined)
    return void terminal.write(
      `\nThe first super admin is ${first.user.email}. Their key, which is shown this once:\n\n  ${key}\n\n`,
    );
  const file = fileOf(secretsDir);
  writePrivateFile(file, `${JSON.stringify({ email: first.user.email, key })}\n`);
  log.info(`the key of the first super admin is in ${file}: gatehouse admin first-key shows it and deletes the file`);
};

/** The key that the first start left in its file, which is gone then; `undefined` where there is none any more. */
export const takeFirstKey = (secretsDir: string): z.infer<typeof FirstKey> | undefined => {
  const text = readFileIfAny(fileOf(secretsDir));
  if (text === undefined) return undefined;
  const first = FirstKey.parse(JSON.parse(text));
  rmSync(fileOf(secretsDir));
  return first;
};

/** Shows the key that the first start left, once. */
export const firstKeyCommand = (secretsDir: string): ControlCommand =>
  controlCommand({
    body: z.strictObject({}),
    run: async () => {
      const first = takeFirstKey(secretsDir);
      if (first === undefined)
        throw kitFault(
          'invalid_request',
          'The first key has been shown: make another with gatehouse admin key create.',
        );
      return first;
    },
  });
