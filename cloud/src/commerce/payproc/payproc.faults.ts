import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { ProviderSilent } from '../../kit/outbound/provider-request.ts';
import { CardsNotNow, CardsRefused } from './card-provider.ts';

export const payprocFaults = defineFaults({
  payproc_unavailable: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The card provider does not answer',
    help: 'The card provider could not be reached, did not answer in time, or takes no more for now. Wait as long as Retry-After says and send the request again: what was done already is found, and not done twice.',
  },
  payproc_refused: callersFault(
    422,
    'The card provider does not take this',
    'The card provider has understood what was asked, and will not do it. The message has its own word for why; its console says more.',
  ),
  not_connected: callersFault(
    409,
    'There is no connected account yet',
    'The organisation has no account at the card provider. `generate-kyc-token` opens one, and gives the link with which its owner says who they are.',
  ),
  not_cancellable: callersFault(
    409,
    'This payment cannot be cancelled any more',
    'Only a payment that has not gone through can be cancelled. One that has is given back by a refund, at the card provider.',
  ),
  payment_intent_unknown: callersFault(
    404,
    'No such payment',
    'There is no payment with this id that is yours to see.',
  ),
  payout_unknown: callersFault(404, 'No such payout', 'The account of this facility has no payout with this id.'),
  topup_unknown: callersFault(404, 'No such top-up', 'There is no top-up by card with this id.'),
  prefetched: callersFault(
    400,
    'This was asked for in advance',
    'A browser asked before anybody meant to (`Sec-Purpose: prefetch`), and this changes something. Nothing was done.',
  ),
});
export const payprocFault = faultsOf(payprocFaults);

const AGAIN_AFTER_SECONDS = 30;
const AGAIN_AFTER_MOST = 3_600;

/** What a caller is told of a provider that does not do what was asked. */
export const faultOf = (error: unknown): unknown => {
  if (error instanceof ProviderSilent || error instanceof CardsNotNow) {
    const asked = error instanceof CardsNotNow ? error.seconds : undefined;
    const seconds = Math.min(Math.max(1, asked ?? AGAIN_AFTER_SECONDS), AGAIN_AFTER_MOST);
    return payprocFault('payproc_unavailable', 'The card provider does not answer as it should.', {
      headers: { 'Retry-After': String(seconds) },
      internal: { why: error.message },
    });
  }
  if (error instanceof CardsRefused) return payprocFault('payproc_refused', `The card provider says: ${error.code}.`);
  return error;
};

/** Asks the provider for somebody who waits for the answer. */
export const asking = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw faultOf(error);
  }
};
