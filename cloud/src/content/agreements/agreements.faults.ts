import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';

export const agreementsFaults = defineFaults({
  changed: kitFaults.changed,
  agreement_unknown: callersFault(
    404,
    'No such agreement',
    'There is no agreement with this id here, or it is not for this club. List the agreements to see which there are.',
  ),
  signature_unknown: callersFault(
    404,
    'No such signature',
    'There is no signature with this id, or it is not yours to read.',
  ),
  attachment_unknown: callersFault(
    404,
    'The document has no such file',
    'The document as this club has it names no file with this id. Read the document to see which there are.',
  ),
  agreement_state: callersFault(
    409,
    'The agreement is in another state',
    'Only what is published can be signed, varied or archived. Publish it first; what is archived is asked of nobody until it is published again.',
  ),
  too_many_agreements: callersFault(
    409,
    'There are as many agreements as there may be',
    'An organisation, like the platform itself, has 500 agreements at most. Publish a new version of one in place of another agreement.',
  ),
  document_changed: callersFault(
    409,
    'The document is no longer what was read',
    'documentSha256 is of another version, or of another variation for this club. Nothing was signed. Show the document as it is now, and let whoever signs read that.',
  ),
  already_signed: callersFault(
    409,
    'Somebody else has signed it for this club',
    'One person signs a document for a club. List the agreements of the club to see who did, and when.',
  ),
  nothing_to_sign: callersFault(
    409,
    'The agreement asks for no acknowledgement',
    'Its requirement is none: it is there to be read, and there is nothing to sign.',
  ),
});
export const agreementsFault = faultsOf(agreementsFaults);
