import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { refusedThough } from '../../kit/http/strangers.ts';
import type { Authenticate, Identify, Surface } from '../../kit/http/surfaces.ts';
import { BATCH_LIMIT } from '../../kit/ingest/batch-kind.ts';
import type { UsersService } from '../../platform/users/users.module.ts';
import { partnerTags, partnerWords } from './partner-words.ts';
import type { PartnerCaller, PartnersService } from './partners.service.ts';

/** Reading endpoints take any key; writing ones every key but a read-only one. */
export type PartnerGate = { readonly key: 'read' | 'write' };

const surfaceFaults = defineFaults({
  read_only_key: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'A read-only key cannot write',
    help: 'Use a live key for this call, or a dryrun key to rehearse it.',
  },
});
const surfaceFault = faultsOf(surfaceFaults);

export const partnerSurface: Surface<PartnerCaller, PartnerGate> = {
  name: 'partner',
  basePath: '/partner/v1',
  authorise: (caller, gate) => {
    if (gate.key === 'write' && caller.keyType === 'read-only')
      throw surfaceFault('read_only_key', 'This key can only read.');
  },
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 5,
  bodyLimit: BATCH_LIMIT,
  keepsExchanges: true,
  dryRunFlag: 'dry-run',
  faults: surfaceFaults,
  faultsAt: ({ key }) => (key === 'write' ? surfaceFaults : {}),
  document: {
    title: 'Gatehouse partner API',
    version: 'v1',
    description:
      'For software that manages the members of fitness facilities: push plans, members with their access time windows, check-ins and figures; ask who may pass a door; and open one, with a physical confirmation. Every answer to a dryrun key, refusals too, has `dry-run: true`: in `metadata` where there is one, else at the top.',
    tags: partnerTags,
    words: partnerWords,
    security: {
      name: 'secretKey',
      type: 'http',
      scheme: 'basic',
      description: 'The secret key (`sk_live_…`, `sk_dryrun_…`, `sk_read-only_…`) as user name, and an empty password.',
    },
  },
};

/** Declares an endpoint of the partner API. */
export const partnerEndpoint = endpointsFor(partnerSurface);

/** HTTP Basic (RFC 7617): the secret key is the user name, the password is empty. */
export const authenticatePartner =
  ({
    partners,
    users,
  }: {
    readonly partners: Pick<PartnersService, 'authenticate' | 'recognise'>;
    readonly users: Pick<UsersService, 'recognise'>;
  }): Authenticate<PartnerCaller, PartnerGate> =>
  async (request) => {
    const key = basicUser(request.header('authorization')) ?? '';
    const caller = await partners.authenticate(key, request.remoteAddress);
    if (caller !== undefined) return caller;
    const fault = kitFault('unauthenticated', NO_KEY, {
      headers: { 'www-authenticate': 'Basic realm="Gatehouse partner API", charset="UTF-8"' },
    });
    throw refusedThough((await partners.recognise(key)) ?? (await users.recognise(key)), fault);
  };

/** The same on the consoles' listener, where a page tries the API: no key counts there but one that was made for that. */
export const authenticateTrying = (
  deps: Parameters<typeof authenticatePartner>[0],
): Authenticate<PartnerCaller, PartnerGate> => {
  const authenticate = authenticatePartner(deps);
  return async (request, gate) => {
    const caller = await authenticate(request, gate);
    if (caller.isForTrying !== true)
      throw kitFault('unauthenticated', 'Only a key for trying counts here: send this one to the partner API.');
    return caller;
  };
};

/** By a key that has ended, too: whoever sent it finds the request by its id. */
export const identifyPartner =
  ({ partners }: { readonly partners: Pick<PartnersService, 'authenticate' | 'recognise'> }): Identify =>
  async ({ header, remoteAddress }) => {
    const key = basicUser(header('authorization'));
    return key === undefined
      ? undefined
      : ((await partners.authenticate(key, remoteAddress)) ?? (await partners.recognise(key)));
  };

const NO_KEY = 'Send a valid secret key as HTTP Basic user name, with an empty password.';

const basicUser = (header: string | undefined): string | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/=]{1,400})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.endsWith(':') && text.indexOf(':') === text.length - 1 ? text.slice(0, -1) : undefined;
};
