import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event } from '../../kit/modules/ports.ts';
import type { WarningChange, WarningSubject } from './warnings.service.ts';

/** A warning was raised, or its cause is gone. */
export const warningChanged = event<[tx: Tx, change: WarningChange]>('warnings.changed');

/** Somebody says that they look after a warning that is open: `by` as the audit names them. */
export const warningAcknowledged = event<[tx: Tx, acknowledged: WarningSubject, by: string]>('warnings.acknowledged');
