import type { Site } from './site.ts';

type Wired = Pick<Site, 'wires'>;

/** Cuts both wires of a site between the box and the cloud, connections and all. */
export const cutLine = ({ wires }: Wired): void => {
  for (const wire of [wires.device, wires.broker]) {
    wire.block('both');
    wire.cut();
  }
};

/** Mends both wires. Who was connected comes back in their own time. */
export const mendLine = ({ wires }: Wired): void => {
  for (const wire of [wires.device, wires.broker]) wire.heal();
};
