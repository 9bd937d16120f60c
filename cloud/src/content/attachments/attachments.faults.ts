import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const attachmentsFaults = defineFaults({
  attachment_unknown_type: callersFault(
    415,
    'The file is neither a PDF nor a document of Word',
    'What counts is the content of the file, not its name or the type that is sent with it. Attach a PDF, DOC or DOCX.',
  ),
  attachment_refused: callersFault(
    422,
    'The file has something in it that an attachment may not have',
    '`reason` says which: encrypted (a password), script, macro, embedded (other files in it), external (it fetches or starts something), broken, bomb (it unpacks to too much, or takes too long to read), polyglot (it is a file of another kind as well). Export it anew as a plain PDF. Nothing was kept.',
  ),
  attachments_busy: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'Too many files are being sent at once',
    help: 'A few files are taken at a time. Send it again in a little while.',
  },
  attachment_not_there: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The file cannot be read now',
    help: 'The place where files lie did not answer. Try again in a little while; the agreement itself can be read meanwhile.',
  },
  attachment_not_stored: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The file could not be stored',
    help: 'The place where files lie did not answer. Send it again in a little while.',
  },
});
export const attachmentsFault = faultsOf(attachmentsFaults);
