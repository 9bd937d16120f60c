import type { Operations } from '../client/console-api.gen.ts';
import { counted } from './counting.ts';

type Kept = NonNullable<Operations['GET /console/v1/requests/{requestId}']['answer']['exchange']>;
type KeptState = NonNullable<Kept['query']>['state'];

/** What stands on the pages of the partner console as it is. */
export const partnerLabels = {
  pages: 'Pages of the partner console',
  toStart: 'Back to the start',
  reference: 'Reference',
  events: 'Events',
  sandbox: 'Sandbox',
  organisations: 'Organisations',
  settings: 'Settings',
  session: {
    title: 'Partner console',
    how: 'A code comes by e-mail to a contact of your account. There is no password.',
    linkEnded: 'This link was used, or is over. Ask for a code, or have a new link made.',
    partnerId: 'Partner ID',
    example: 'ptr_…',
    emailMore: 'Leave it empty, and the code goes to the first owner of the account.',
    other: 'Somebody else, or a new code',
  },
  start: {
    title: 'Start',
    partnerId: 'Partner ID',
    copyId: 'Copy the ID',
    looking: 'your keys',
    toKeys: 'To the keys',
  },
  keys: {
    title: 'Keys',
    more: 'One for each place where it is used. A key is shown once, as it is made: we keep only what proves it.',
    looking: 'your keys',
    none: 'No keys yet',
    noneMore: 'Begin with one that rehearses: it opens no door.',
  },
  requests: {
    title: 'Requests',
    one: 'Request',
    more: 'What came with your keys in the last 30 days, the newest first. Open one to see what it carried.',
    looking: 'your requests',
    lookingAtOne: 'the request',
    none: 'No requests',
    noneMore: 'Nothing in the last 30 days fits this. A request that was just sent takes a second to be here.',
    status: 'Answered with',
    endpoint: 'Endpoint',
    endpointExample: 'doors.unlock',
    key: 'Key',
    any: 'Any',
    filter: 'Filter',
    find: 'Open a request by its ID',
    findExample: 'req_…',
    open: 'Open',
    older: 'Show older',
    newest: 'Back to the newest',
    noEndpoint: 'No endpoint',
    answer: 'Answer',
    took: 'Took',
    at: 'Time (UTC)',
    from: 'From',
    unknownKey: 'No key',
    goneKey: 'A key for trying, or one that is gone',
    remarks: 'What was not taken',
    noRemarks: 'Nothing was skipped or ignored, nothing was to be written, or it was more than 7 days ago.',
    back: 'All requests',
  },
  exchange: {
    title: 'What was sent and answered',
    more: 'Kept for 7 days. In brackets stands what is about a person, secret, or not declared: that is not kept.',
    notKept:
      'Not kept. It is, for 7 days, of refusals and of everything that a dryrun key asks; of very many refusals in one hour only of the first.',
    query: 'Query',
    sent: 'Body that was sent',
    nothingSent: 'None, or it was refused before anybody read it.',
    answered: 'Body of the answer',
    nothingAnswered: 'None.',
  },
  account: {
    title: 'Account',
    contactsMore: 'Who signs in here. Owners also say who the contacts are.',
  },
} as const;

const STATUSES = { '2': 'Success', '4': 'Refused: the request', '5': 'Refused: the door or us' } as const;
export const STATUS_FILTERS = Object.keys(STATUSES) as readonly (keyof typeof STATUSES)[];

export const partnerWords = {
  codeSent: (email: string): string =>
    email === ''
      ? 'Sent to the first owner, if there is such an account. It lasts ten minutes.'
      : `Sent to ${email}, if that is a contact of the account. It lasts ten minutes.`,
  bytes: (n: number): string => counted(n, 'byte', 'bytes'),
  keptState: (state: Exclude<KeptState, 'whole'>, isEmpty: boolean): string => {
    if (state === 'cut') return isEmpty ? 'Too long to be kept.' : 'Cut here: at most 16 kB are kept.';
    return isEmpty
      ? 'This is not JSON: nothing of it is kept.'
      : 'From here on it is not JSON: nothing of that is kept.';
  },
  statusFilter: (status: keyof typeof STATUSES): string => `${STATUSES[status]} (${status}xx)`,
  took: (ms: number): string => counted(ms, 'millisecond', 'milliseconds'),
  request: (requestId: string): string => `Request ${requestId}`,
  keyOf: (keyId: string | null, label: string | undefined): string =>
    label ?? (keyId === null ? partnerLabels.requests.unknownKey : partnerLabels.requests.goneKey),
  skipped: (index: number): string => `Item ${index} was skipped`,
  ignored: (index: number, path: string): string => `Item ${index}: ${path} was ignored`,
  keysInUse: (n: number): string => (n === 0 ? 'No keys in use' : `${counted(n, 'key', 'keys')} in use`),
} as const;
