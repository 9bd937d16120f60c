import { keptLook, wearLook } from '../kit/look.ts';

// Runs before anything is painted: whoever likes the dark is not dazzled first.
const kept = keptLook(() => localStorage);
if (kept !== undefined) wearLook(document, kept);
