import { writeFileSync } from 'node:fs';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Command, Option } from 'commander';
import { printAnswer } from '../print-answer.ts';

/** `gatehouse admin signatures …`: what only the operator of the machine may read of what was signed. */
export const signaturesCommand = (): Command => {
  const signatures = new Command('signatures').description('What people have signed who were erased since.');
  signatures
    .command('read')
    .description('Read what is sealed of a signature, for a claim. The log of the cloud says that it was read.')
    .argument('<signature>', 'the signature, such as sig_0123456789abcdef')
    .addOption(new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'))
    .action(async (signatureId: string, { data }: { readonly data: string }) => {
      printAnswer(await callControl(data, 'read-restricted-signature', { signatureId }));
    });
  signatures
    .command('save')
    .description(
      'Save the file that is sealed of a signature, for a claim. The log of the cloud says that it was read.',
    )
    .argument('<signature>', 'the signature, such as sig_0123456789abcdef')
    .argument('<file>', 'the file to write, which must not be there yet')
    .addOption(new Option('--data <dir>', 'the data folder of the running cloud').env('DATA_DIR').default('data/cloud'))
    .action(async (signatureId: string, file: string, { data }: { readonly data: string }) => {
      const { pdf } = (await callControl(data, 'read-restricted-document', { signatureId })) as { pdf: string | null };
      if (pdf === null) throw new Error(`Nothing is sealed of ${signatureId}.`);
      writeFileSync(file, Buffer.from(pdf, 'base64'), { flag: 'wx', mode: 0o600 });
    });
  return signatures;
};
