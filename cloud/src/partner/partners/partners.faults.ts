import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const partnersFaults = defineFaults({
  not_found: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such resource for this integration',
    help: 'The resource does not exist, or it is not one that this integration may see: both look alike on purpose. Check the identifier, and that it is sent in the way the integration is configured for (facility_id or linking_identifier).',
  },
  integration_not_enabled: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'The facility has not enabled this integration',
    help: 'Someone at the facility enables the integration in its settings; until then its doors and records are not available.',
  },
  linking_identifier_taken: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Another facility has this linking identifier',
    help: 'Within one integration each facility has a linking identifier of its own, because requests name the facility by it. Give this one another.',
  },
  partner_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such partner account',
    help: 'There is no account with this id, or it is not yours to administer: an admin of organisations administers the accounts that concern none but these.',
  },
  organisation_in_use: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The partner is enabled at a facility of the organisation',
    help: 'Disable the integration at the facilities of the organisation first. Each shows beforehand who would lose access.',
  },
  too_many_try_keys: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many keys for trying',
    help: 'A page of the partner console makes such a key when it needs one, and an account may have so many in an hour. Go on with one that you have, make a dryrun key, or wait.',
  },
  unknown_key: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such key',
    help: 'The key was revoked, or never existed. List the keys of the partner to see their ids.',
  },
});

export const partnerFault = faultsOf(partnersFaults);
