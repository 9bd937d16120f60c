import { readOptions } from '@gatehouse/firmware-sim/options.ts';
import { startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { gpioGym, JUMPER } from '../gpio-lines.ts';

/** The simulator with a gym on GPIO lines, and on the same chip a wire from one line to another. */
const simulator = await startSimulator({
  ...readOptions(process.argv.slice(2)),
  port: 0,
  building: Building.parse(gpioGym),
});
const bus = simulator.world.machine.gpio.get('pi');
bus?.attach({
  level: (offset) => (offset === JUMPER.to ? (bus.chip.driven(JUMPER.from) ?? false) : undefined),
  driven: (offset) => {
    if (offset === JUMPER.from) bus.look();
  },
});
onStop(simulator.close);
announceReady({});
