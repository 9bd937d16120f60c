import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

const refused = { blame: 'caller', retry: 'never' } as const;

/** What the control API refuses. Every answer is `{error, message}`. */
export const controlFaults = defineFaults({
  invalid_json: { ...refused, status: 400, title: 'Not JSON', help: 'The body could not be read as a JSON object.' },
  invalid_body: { ...refused, status: 400, title: 'Wrong body', help: 'The message names each member that is wrong.' },
  foreign_host: {
    ...refused,
    status: 403,
    title: 'Foreign host',
    help: 'The Host or Origin header names another machine: a web page elsewhere must not move these doors.',
  },
  not_found: { ...refused, status: 404, title: 'No such thing', help: 'The message lists what there is.' },
  method_not_allowed: { ...refused, status: 405, title: 'Wrong method', help: 'Reads are GET, commands are POST.' },
  body_too_large: { ...refused, status: 413, title: 'Body too large', help: 'A command needs a few bytes.' },
  not_json: { ...refused, status: 415, title: 'Not JSON', help: 'Send a body as application/json, or none.' },
});
export const controlFault = faultsOf(controlFaults);
