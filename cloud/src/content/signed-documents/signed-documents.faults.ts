import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const signedDocumentsFaults = defineFaults({
  document_not_made: callersFault(
    409,
    'The file of this signature is not made yet',
    'Files are made a moment after somebody has signed. Ask again in a minute.',
  ),
  document_not_there: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The file of this signature cannot be read now',
    help: 'The place where files lie did not answer. Try again in a little while; the evidence can be read meanwhile.',
  },
  evidence_gone: callersFault(
    410,
    'The evidence of this signature is gone',
    'Whoever signed was erased. That a document was signed, which and when, is still on record.',
  ),
});
export const signedDocumentsFault = faultsOf(signedDocumentsFaults);
