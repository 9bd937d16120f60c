import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

/** What becomes of a request that needs a service of somebody else’s. */
export const providerFaults = defineFaults({
  not_configured: {
    status: 503,
    blame: 'us',
    retry: 'never',
    title: 'The service that this needs is not configured',
    help: 'This installation names no such service: nothing was done. Whoever runs it sets the address and the key that the runbook names.',
  },
  provider_down: {
    status: 502,
    blame: 'us',
    retry: 'after-delay',
    title: 'The service behind this does not answer as it should',
    help: 'The service could not be reached, did not answer in time, or answered what cannot be read. What was asked of it may or may not have been carried out; sending the request again is safe, as what is there already is looked for first.',
  },
  provider_busy: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The service behind this takes no more for now',
    help: 'The service limits how often it is asked. Nothing was carried out. Wait as long as Retry-After says.',
  },
});
const fault = faultsOf(providerFaults);

const AGAIN_AFTER_SECONDS = 30;
const AGAIN_AFTER_MOST = 3_600;

export const notConfigured = (service: string) => fault('not_configured', `No ${service} is configured here.`);

/** `why` is for the log: it may name the host, and nothing secret. */
export const providerDown = (service: string, why: string) =>
  fault('provider_down', `The ${service} does not answer as it should.`, {
    headers: { 'Retry-After': String(AGAIN_AFTER_SECONDS) },
    internal: { why },
  });

export const providerBusy = (service: string, seconds = AGAIN_AFTER_SECONDS) =>
  fault('provider_busy', `The ${service} takes no more for now.`, {
    headers: { 'Retry-After': String(Math.min(Math.max(1, Math.ceil(seconds)), AGAIN_AFTER_MOST)) },
  });
