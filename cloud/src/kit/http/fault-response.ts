import { Fault, isDelayed } from '@gatehouse/shared/fault/fault.ts';
import type { Caller } from './call.ts';
import type { Answer } from './exchange.ts';
import { kitFault } from './kit-faults.ts';
import type { AnySurface } from './surfaces.ts';
import { problemsOf } from './validate.ts';

/** Anything that is not a fault is a mistake of ours: the caller learns that, and nothing more. */
export const asFault = (thrown: unknown): Fault =>
  thrown instanceof Fault ? thrown : kitFault('internal_error', 'Something went wrong on our side.');

/**
 * A body as a caller with a dry-run key gets it: with the surface's flag, in `metadata` where there is one. Others get it as it is.
 */
export const flagged = <B>(body: B, { dryRunFlag }: Pick<AnySurface, 'dryRunFlag'>, caller?: Caller): unknown => {
  if (dryRunFlag === undefined || caller?.isDryRun !== true || !isObject(body)) return body;
  const { metadata } = body;
  if (isObject(metadata)) return { ...body, metadata: { ...metadata, [dryRunFlag]: true } };
  return { ...body, [dryRunFlag]: true };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A fault in the shape of the surface (or the plain one, where no surface is concerned), with the request's id. */
export const faultAnswer = (fault: Fault, requestId: string, surface?: AnySurface, caller?: Caller): Answer => {
  const own = fault.detail.body;
  const shape = own ?? surface?.renderFault(fault, requestId) ?? { error: fault.code, message: fault.message };
  const body = surface?.wholeFault ? shape : { ...shape, ...problemsOf(fault), request_id: requestId };
  return {
    status: fault.spec.status,
    text: JSON.stringify(surface === undefined ? body : flagged(body, surface, caller)),
    headers: { ...(isDelayed(fault.spec.retry) ? { 'Retry-After': '1' } : {}), ...fault.detail.headers },
  };
};
