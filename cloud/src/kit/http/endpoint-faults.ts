import type { FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import { readsBeside } from './body.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { kitFaults } from './kit-faults.ts';
import { takesIdempotencyKey } from './replies.ts';
import { isForm } from './streamed-body.ts';
import { isPublicGate } from './surfaces.ts';

/** Every code that an endpoint may answer: its own, its surface's, and those of the kit that can happen to it. */
export const faultsOfEndpoint = (endpoint: AnyEndpoint): FaultCatalogue => {
  const { https_required, invalid_request, payload_too_large, unsupported_media_type, rate_limit_exceeded } = kitFaults;
  const { rawBody, bodyTypes, bodyStream, params, query } = endpoint;
  const body = endpoint.body ?? rawBody;
  const hasForm = bodyStream !== undefined && isForm(bodyStream);
  return {
    https_required,
    ...(isPublicGate(endpoint.gate) ? {} : strangerFaults(endpoint)),
    rate_limit_exceeded,
    ...((body && !bodyTypes) || hasForm || params || query ? { invalid_request } : {}),
    ...(body || bodyStream ? { payload_too_large, unsupported_media_type } : {}),
    ...(bodyStream ? { request_timeout: kitFaults.request_timeout } : {}),
    ...(rawBody || readsBeside(endpoint) ? { overloaded: kitFaults.overloaded } : {}),
    ...(endpoint.success.bytes && endpoint.method === 'GET'
      ? { range_not_satisfiable: kitFaults.range_not_satisfiable }
      : {}),
    ...(endpoint.success.socket ? socketFaults : {}),
    ...(takesIdempotencyKey(endpoint) ? keyFaults : {}),
    ...endpoint.faults,
    internal_error: kitFaults.internal_error,
  };
};

const socketFaults: FaultCatalogue = {
  invalid_request: kitFaults.invalid_request,
  foreign_origin: kitFaults.foreign_origin,
  upgrade_required: kitFaults.upgrade_required,
};
const { idempotency_key_reused, request_in_progress, answer_not_kept, invalid_request } = kitFaults;
const keyFaults: FaultCatalogue = { invalid_request, idempotency_key_reused, request_in_progress, answer_not_kept };

/** A surface that does not name what strangers get gives them the kit's own. */
export const strangerFaults = ({ surface, gate, stepUp }: AnyEndpoint): FaultCatalogue => {
  const faults = surface.faultsAt?.(gate as never, stepUp !== undefined) ?? surface.faults;
  const named = Object.values(surface.faults).some(({ status }) => status === 401);
  return { ...(named ? {} : { unauthenticated: kitFaults.unauthenticated }), ...faults };
};
