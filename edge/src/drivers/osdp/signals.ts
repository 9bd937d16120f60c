import type { ReaderSignal } from '@gatehouse/shared/local/reader.ts';
import { buzzer, type Command, led } from './commands.ts';

const TENTH_MS = 100;

/** What lamp and buzzer are told, in this order. The lamp goes back by itself to what it showed before. */
export const signalCommands = ({ led: colour, ledMs, beeps }: ReaderSignal): readonly Command[] => [
  ...(ledMs > 0 ? [led(colour, Math.ceil(ledMs / TENTH_MS))] : []),
  ...(beeps > 0 ? [buzzer(beeps)] : []),
];
