import type { ControlCommand } from '@gatehouse/shared/control/control-server.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { controlCommands } from '../operator/control.ts';
import type { World } from './world.ts';

/** Gives orders of the operator by name, as the control socket does; `own` are those that the process has itself. */
export const ordersOf = (world: World, own: Readonly<Record<string, ControlCommand>> = {}) => {
  const orders = controlCommands(world, [...world.collected('operator'), own]);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  return async (name: string, body: object = {}): Promise<any> => {
    const command = orders[name];
    if (command === undefined) throw new Bug(`there is no order ${name}`);
    return command.run(command.body.parse(body));
  };
};
