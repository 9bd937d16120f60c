import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import { problemsOf } from '../../kit/http/validate.ts';

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};
/** What clients of the OpenAI API know by another name. */
const CODES: Readonly<Record<string, string>> = { no_such_path: 'unsupported_endpoint' };

/** A refusal as clients of the OpenAI API read it. */
export const errorBody = (fault: Fault) => {
  const { status } = fault.spec;
  return {
    error: {
      message: fault.message,
      type: TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
      param: problemsOf(fault).errors?.[0]?.path.replace(/^body\./, '') ?? null,
      code: CODES[fault.code] ?? fault.code,
    },
  };
};
