import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const mailFaults = defineFaults({
  mail_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such e-mail',
    help: 'There is no e-mail with this id. E-mails are forgotten after 30 days.',
  },
});
export const mailFault = faultsOf(mailFaults);
