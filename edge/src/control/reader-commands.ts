import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { LocalName } from '@gatehouse/shared/local/client.ts';
import { z } from 'zod';
import type { BusRack } from '../door/bus-rack.ts';
import { BoardError, type Pairing } from '../drivers/driver.ts';
import type { BoxView } from '../panel/panel-state.ts';

const readerFaults = defineFaults({
  'readers.unknown': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such reader',
    help: 'Name a reader as the box’s own file does; `gatehouse edge reader list` shows them.',
  },
  'readers.not_paired': {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'This reader cannot be paired',
    help: 'Only readers on buses with a channel of their own, such as OSDP, have a key.',
  },
  'readers.refused': {
    status: 409,
    blame: 'device',
    retry: 'after-delay',
    title: 'The reader’s key was not changed',
    help: 'The message says what the reader, or its line, did. Unless it says otherwise, the key is the one from before.',
  },
});
const fault = faultsOf(readerFaults);

export interface ReaderCommandDeps {
  readonly look: () => Pick<BoxView, 'readers'>;
  readonly pairing: BusRack['pairing'];
  readonly record: (fact: FactBody) => void;
}

const CHANGES = { install: 'installed', rekey: 'renewed', forget: 'forgotten' } as const satisfies Record<
  keyof Pairing,
  string
>;

/** The readers on the box's buses, and their keys: `gatehouse edge reader …`. No key is ever in an answer. */
export const readerCommands = ({ look, pairing, record }: ReaderCommandDeps): Record<string, ControlCommand> => {
  const find = (name: string) => {
    const { readers } = look();
    const found = readers.find((reader) => reader.name === name);
    if (found !== undefined) return found;
    const known = readers.map((reader) => reader.name).join(', ');
    throw fault(
      'readers.unknown',
      known === '' ? 'This box has no readers on its buses.' : `This box has no reader "${name}". It has: ${known}.`,
    );
  };

  const change = (how: keyof Pairing) =>
    controlCommand({
      body: z.strictObject({ name: LocalName, by: z.string().trim().min(1).max(120) }),
      run: async ({ name, by }) => {
        const { bus, unit, doorId } = find(name);
        const pair = await pairing(bus);
        if (pair === undefined) throw fault('readers.not_paired', `The readers on ${bus} have no keys.`);
        try {
          await pair[how](unit);
        } catch (error) {
          if (error instanceof BoardError) throw fault('readers.refused', `${name}: ${error.message}`);
          throw error;
        }
        record({ kind: 'reader.key_changed', data: { reader: name, doorId, change: CHANGES[how], by } });
        return { reader: name, key: CHANGES[how] };
      },
    });

  return {
    'reader-list': controlCommand({
      body: z.strictObject({}),
      run: async () => ({
        readers: look().readers.map(({ name, doorName, bus, unit, lastReadMs, ...standing }) => ({
          name,
          door: doorName,
          bus,
          unit,
          state: standing.state,
          secure: standing.secure,
          tampered: standing.tampered,
          trouble: standing.trouble,
          lastRead: lastReadMs === null ? null : new Date(lastReadMs).toISOString(),
        })),
      }),
    }),
    'reader-install': change('install'),
    'reader-rekey': change('rekey'),
    'reader-forget': change('forget'),
  };
};
