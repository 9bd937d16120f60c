import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const emailMappingsFaults = defineFaults({
  mapping_unknown: callersFault(404, 'No such wording', 'There is no wording of e-mails with this id, or not for you.'),
  mapping_exists: callersFault(
    409,
    'There is a wording of this kind already',
    'A place has one wording of a kind in a language. Change that one, or remove it first.',
  ),
  mail_kind_unknown: callersFault(
    422,
    'No such kind of e-mail',
    'The list of wordings has every kind of e-mail that the platform sends, with its variables.',
  ),
  wording_refused: callersFault(
    422,
    'The wording cannot be used',
    'A wording is written with {{variables}} of its kind, and with nothing else of Mustache. `errors` names each place that is wrong, and each variable that is missing.',
  ),
  too_many_mappings: callersFault(
    409,
    'The place has as many wordings as it may',
    'A place keeps 200 wordings at most. Remove some that are not used any more.',
  ),
});
export const emailMappingsFault = faultsOf(emailMappingsFaults);
