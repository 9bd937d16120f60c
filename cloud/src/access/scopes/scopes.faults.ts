import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const scopesFaults = defineFaults({
  access_scope_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such access scope at this facility',
    help: 'An access scope is a named set of doors of one facility. List the scopes of the facility to see their ids.',
  },
  access_scope_in_use: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Something still points at this access scope',
    help: 'A scope key or a plan zone of a partner is mapped to this set of doors, or somebody has a grant for it. Point that at something else first; then the set can go.',
  },
  access_scope_name_taken: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'Another access scope of this facility has this name',
    help: 'Staff tell access scopes by their names, so each name stands for one set of doors.',
  },
  access_scopes_too_many: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The facility has as many access scopes as a facility may have',
    help: 'Remove access scopes that nothing points at.',
  },
  status_words_too_many: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The partner has as many status words of its own as a partner may have',
    help: 'Give up words that the partner no longer sends. A partner that needs more sends something else as the status.',
  },
  source_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'The partner has no integration at this facility',
    help: 'Scope keys and access zones belong to a partner whose integration is set up at the facility. Set it up first.',
  },
});

export const scopesFault = faultsOf(scopesFaults);

export const noSuchSource = () =>
  scopesFault('source_unknown', 'partnerId: this partner has no integration at this facility.');
