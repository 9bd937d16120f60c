const front = (board: string) => ({
  name: 'front',
  title: 'Front door',
  lock: 'strike',
  wiring: 'no',
  board,
  channel: 0,
  sense: { input: 0 },
  contact: { input: 1 },
  rex: { input: 2 },
});

/** A building file of one door on lines of the machine's own GPIO, and a reader that is a USB keyboard of it unless told. */
export const aGpioBuilding = ({
  bus = {},
  hat = {},
  keyboard = true,
}: {
  bus?: object;
  hat?: object;
  keyboard?: boolean;
} = {}) => ({
  title: 'A gym on a Raspberry Pi',
  buses: [{ name: 'pi', kind: 'gpio', ...bus }],
  boards: [{ name: 'hat', kind: 'gpio', bus: 'pi', relays: [17], inputs: [27, 22, 23], ...hat }],
  doors: [front('hat')],
  readers: keyboard ? [{ name: 'wedge', kind: 'keyboard', door: 'front' }] : [],
});

/** The serial bus of `twoModbusBoards`. */
export const MODBUS_LINE = 'rs485-1';

/** A building file of two relay boards on one line: address 1 with inputs, address 2 without. */
export const twoModbusBoards = (baud: number) => ({
  title: 'Two boards on a line',
  buses: [{ name: MODBUS_LINE, baud }],
  boards: [
    { name: 'hall', bus: MODBUS_LINE, address: 1 },
    { name: 'cellar', bus: MODBUS_LINE, address: 2, inputs: false },
  ],
  doors: [
    { name: 'front', title: 'F', lock: 'strike', wiring: 'no', board: 'hall', channel: 0, sense: { input: 0 } },
    { name: 'store', title: 'S', lock: 'strike', wiring: 'no', board: 'cellar', channel: 0 },
  ],
});
