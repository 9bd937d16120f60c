import { question } from '../../kit/modules/ports.ts';
import type { SerialsTakenIn, StrangersTo } from './facilities.endpoints.ts';

export const strangersTo = question<StrangersTo>('organisations.strangersTo');
export const serialsTakenIn = question<SerialsTakenIn>('organisations.serialsTakenIn');
