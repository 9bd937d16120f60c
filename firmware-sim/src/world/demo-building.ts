import { Building } from './building.ts';

/** The gym of the demo: three doors with three kinds of lock, on one board. */
export const demoBuilding: Building = Building.parse({
  title: 'Riverside Strength, Brisbane',
  buses: [{ name: 'rs485-1', baud: 9600 }],
  boards: [{ name: 'board-1', bus: 'rs485-1', address: 1 }],
  doors: [
    {
      name: 'front',
      title: 'Front door',
      lock: 'strike',
      wiring: 'no',
      board: 'board-1',
      channel: 0,
      sense: { input: 0 },
      contact: { input: 1 },
      rex: { input: 2 },
    },
    {
      name: 'studio',
      title: 'Studio',
      lock: 'magnet',
      wiring: 'nc',
      board: 'board-1',
      channel: 1,
      sense: { input: 3 },
      contact: { input: 4 },
      rex: { input: 5, cutsPower: true },
      fireCutsPower: true,
    },
    {
      name: 'car-park',
      title: 'Car-park gate',
      lock: 'gate',
      wiring: 'no',
      board: 'board-1',
      channel: 2,
      sense: { input: 6 },
      contact: { input: 7 },
      openMs: 3_000,
      closeMs: 3_500,
      closerDelayMs: 5_000,
    },
  ],
  readers: [{ name: 'front-reader', door: 'front' }],
});
