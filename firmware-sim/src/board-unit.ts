import type { GpioUnit } from './gpio-unit.ts';
import type { SerialBoardUnit } from './serial-board-unit.ts';

/** A relay board of a site, on a serial line or on GPIO lines. */
export type BoardUnit = SerialBoardUnit | GpioUnit;
