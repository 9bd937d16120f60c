import type { PropertyWords } from '../../kit/http/property-words.ts';
import type { Tag } from '../../kit/http/surfaces.ts';

/** What the endpoints of the partner console are grouped by. */
export const consoleTags: Readonly<Record<string, Tag>> = {
  'console-session': { name: 'Signing in', description: 'Codes by e-mail, and the session that they begin.' },
  'console-contacts': { name: 'Contacts', description: 'Who signs in for the account.' },
  'console-keys': { name: 'Keys', description: 'The secret keys of the account.' },
  'console-try-keys': { name: 'Trying', description: 'Keys of pages that try the API.' },
  'console-settings': { name: 'Settings', description: 'How the integration is set up.' },
  'console-profile': { name: 'Profile', description: 'What the account says of itself.' },
  'console-organisations': { name: 'Organisations', description: 'Who is linked with the account.' },
  'console-requests': { name: 'Requests', description: 'What came with the keys of the account.' },
};

/** What properties are that do not say it where they are declared. */
export const consoleWords: PropertyWords = {
  data: 'What was found, in the order that the operation says.',
  partnerId: 'The partner account: `ptr_` and 16 characters.',
  sessionId: 'The session: `ses_` and 16 characters. It opens nothing.',
  keyId: 'The key. It opens nothing: the key itself is shown once, when it is made.',
  'partner.name': 'What the account is called.',
  label: 'What tells it from the other keys.',
  createdAt: 'When it was made (UTC).',
  at: 'When the request came (UTC).',
  method: 'The HTTP method.',
  'data.path': 'The path, without its query.',
  'console-requests.read.path': 'The path, without its query.',
  'data.status': 'The HTTP status that was answered.',
  'console-requests.read.status': 'The HTTP status that was answered.',
  requestId: 'The request, as its header `X-Request-Id` named it.',
  durationMs: 'Milliseconds from the request to the answer.',
  remoteAddress: 'Where the request came from: an IP address.',
  'remarks.facilityId': ['The facility that the remark is about.', 'the item named none.'],
  'remarks.reason': 'Names the field and the rule that it broke.',
  organisationId: 'The organisation: `org_` and 16 characters.',
  facilityId: 'The facility: `fac_` and 16 characters.',
  organisationName: 'What the organisation is called.',
  facilityName: 'What the facility is called.',
  'LinkedFacility.name': 'What the facility is called.',
  done: 'Always true: it is so now.',
};
