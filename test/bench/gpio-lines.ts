/** A gym on GPIO lines, as `programs/gpio-world.ts` simulates it and `programs/gpio-line.ts` drives it. */
export const CHIP = { label: 'gatehouse-bench', base: 512, lines: 54 };
export const RELAY_LINE = 17;
export const SENSE_LINE = 27;
export const CONTACT_LINE = 22;
/** A wire from an output to an input of the same chip, and nothing else on it. */
export const JUMPER = { from: 5, to: 6 };

export const gpioGym = {
  title: 'A gym on GPIO lines',
  buses: [{ name: 'pi', kind: 'gpio', ...CHIP }],
  boards: [{ name: 'hat', kind: 'gpio', bus: 'pi', relays: [RELAY_LINE], inputs: [SENSE_LINE, CONTACT_LINE] }],
  doors: [
    {
      name: 'front',
      title: 'Front door',
      lock: 'strike',
      wiring: 'no',
      board: 'hat',
      channel: 0,
      sense: { input: 0 },
      contact: { input: 1 },
    },
  ],
};
