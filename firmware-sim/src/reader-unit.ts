import type { KeyboardUnit } from './keyboard-unit.ts';
import type { MqttReaderUnit } from './mqtt-reader-unit.ts';
import type { OsdpUnit } from './osdp-unit.ts';
import type { ScannerUnit } from './scanner-unit.ts';

/** A reader beside a door, of whatever kind: somebody can hold something to each of them. */
export type ReaderUnit = MqttReaderUnit | OsdpUnit | ScannerUnit | KeyboardUnit;
