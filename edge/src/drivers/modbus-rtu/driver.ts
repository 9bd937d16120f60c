import type { BusDriver } from '../driver.ts';
import { openSerialWire } from '../serial/serial-wire.ts';
import { ModbusRtuConfig } from './config.ts';
import { createTransactions } from './transactions.ts';
import { waveshareBoard } from './waveshare.ts';

/** Relay boards on RS-485 or USB, spoken to in Modbus RTU. */
export const modbusRtu: BusDriver<ModbusRtuConfig> = {
  kind: 'modbus-rtu',
  config: ModbusRtuConfig,
  open: (config, { clock, log }) => {
    const transactions = createTransactions(openSerialWire(config, { clock, log }), config, clock);
    return { board: (unit) => waveshareBoard(transactions, unit), close: transactions.close };
  },
};
