import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Answer } from './exchange.ts';
import { kitFault } from './kit-faults.ts';
import type { AnySurface } from './surfaces.ts';
import { problemsOf } from './validate.ts';

/** Anything that is not a fault is a mistake of ours: the caller learns that, and nothing more. */
export const asFault = (thrown: unknown): Fault =>
  thrown instanceof Fault ? thrown : kitFault('internal_error', 'Something went wrong on our side.');

/** A fault in the shape of the surface (or the plain one, where no surface is concerned), with the request's id. */
export const faultAnswer = (fault: Fault, requestId: string, surface?: AnySurface): Answer => {
  const own = fault.detail.body;
  const shape = own ?? surface?.renderFault(fault) ?? { error: fault.code, message: fault.message };
  return {
    status: fault.spec.status,
    text: JSON.stringify({ ...shape, ...problemsOf(fault), request_id: requestId }),
    headers: { ...(fault.spec.retry === 'after-delay' ? { 'Retry-After': '1' } : {}), ...fault.detail.headers },
  };
};
