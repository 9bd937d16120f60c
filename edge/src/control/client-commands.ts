import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { LocalKind, LocalName } from '@gatehouse/shared/local/client.ts';
import { z } from 'zod';
import type { LocalClients } from '../broker/local-clients.ts';
import type { LocalPort } from '../broker/local-port.ts';

export interface ClientCommandDeps {
  readonly clients: LocalClients;
  /** Absent where the box has no broker: clients can be made all the same. */
  readonly broker: { readonly port: LocalPort; listening(): number | undefined } | undefined;
  /** A door by its id or name. Throws a `Fault` where there is none. */
  readonly findDoor: (wanted: string) => { readonly doorId: DoorId; readonly name: string };
  /** A door's name, or its id where it has gone. */
  readonly doorName: (doorId: DoorId) => string;
}

/** Who may connect to the box's own broker: `gatehouse edge client …`. */
export const clientCommands = (deps: ClientCommandDeps): Record<string, ControlCommand> => ({
  'client-add': controlCommand({
    body: z.strictObject({ name: LocalName, kind: LocalKind, door: z.string().trim().min(1).max(120).optional() }),
    run: async ({ name, kind, door }) => {
      const doorId = door === undefined ? null : deps.findDoor(door).doorId;
      const { password } = deps.clients.add({ name, kind, doorId });
      return { name, kind, ...(doorId === null ? {} : { door: deps.doorName(doorId) }), password };
    },
  }),

  'client-list': controlCommand({
    body: z.strictObject({}),
    run: async () => ({
      // The TCP port, or null while there is no broker there.
      brokerPort: deps.broker?.listening() ?? null,
      clients: deps.clients.list().map(({ name, kind, doorId, madeMs }) => ({
        name,
        kind,
        ...(doorId === null ? {} : { door: deps.doorName(doorId) }),
        connected: deps.broker?.port.connected(name) ?? false,
        added: new Date(madeMs).toISOString(),
      })),
    }),
  }),

  'client-remove': controlCommand({
    body: z.strictObject({ name: LocalName }),
    run: async ({ name }) => {
      deps.clients.remove(name);
      return { removed: name };
    },
  }),
});
