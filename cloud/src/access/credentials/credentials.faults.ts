import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const credentialsFaults = defineFaults({
  credential_refused: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'That is no usable card number, short id or PIN',
    help: 'A card’s number is what the reader gives, in hex. A short id has 3 to 10 digits. A PIN has 6 to 12 digits, and is neither one digit over and over nor a straight count.',
  },
  credential_of_another_person: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Somebody at this facility has this card or short id already',
    help: 'A card or short id is of one person. Take it away from the other person first, if it was a mistake.',
  },
  credential_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such card or short id at this facility',
    help: 'It was removed, or never existed. List the credentials of the person to see their ids.',
  },
  credentials_too_many: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The person has as many cards and short ids as a person may have',
    help: 'Remove those that are lost or no longer used.',
  },
  pin_needed: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'A short id, or a card that asks for a PIN, needs the person’s PIN',
    help: 'Set a PIN before adding it, and remove it before removing the PIN. A PIN alone opens nothing, and a short id alone neither.',
  },
  staff_too_many: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'As many people may sign in at the panels as can be',
    help: 'Remove those who no longer work at the facility.',
  },
  staff_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody of the staff here has this id',
    help: 'They were removed, or never existed. List the staff of the facility to see their ids.',
  },
});

export const credentialsFault = faultsOf(credentialsFaults);
