import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';
import type { WarningChange } from './warnings.service.ts';

/** A warning was raised, or its cause is gone. */
export const warningChanged = event<[tx: Tx, change: WarningChange]>('warnings.changed');
