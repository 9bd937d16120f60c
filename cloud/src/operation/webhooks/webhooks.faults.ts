import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const webhooksFaults = defineFaults({
  webhook_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such webhook',
    help: 'There is no webhook with this id in an organisation that you administer.',
  },
  webhook_refused: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'This cannot be a webhook',
    help: 'The URL must be https with a name or an address of the internet, without a user and a password; every type of event must be one that there is; and an organisation has at most 20 webhooks. The message says which it is.',
  },
  event_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such event',
    help: 'The organisation’s feed has no event with this id, or it is past its retention.',
  },
});
export const webhooksFault = faultsOf(webhooksFaults);
