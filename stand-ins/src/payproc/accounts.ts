import { randomBytes } from 'node:crypto';
import { type Book, PLATFORM } from './book.ts';
import { type Form, metadataOf, partOf, textOf } from './form.ts';
import { onboardingPage } from './pages.ts';
import { invalid, missing, Refusal } from './refusals.ts';
import { type Asked, goTo, pageAnswer, type Routes } from './routes.ts';
import type { Events } from './send-events.ts';
import type { Account, PaymentMethodDomain } from './things.ts';

const LINK_SECONDS = 300;
const SESSION_SECONDS = 1_800;
const DUE = ['business_profile.url', 'external_account', 'individual.id_number', 'tos_acceptance.date'];

const requirements = (due: readonly string[], disabled: string | null): Account['requirements'] => ({
  currently_due: due,
  past_due: [],
  eventually_due: due,
  pending_verification: [],
  current_deadline: null,
  disabled_reason: disabled,
  errors: [],
});

/** Accounts that the platform has connected: made, asked for what the law wants to know, opened and restricted. */
export const createAccounts = (book: Book, events: Events) => {
  const links = new Map<string, { account: string; until: number; returnUrl: string; refreshUrl: string }>();
  /** Names that a domain check finds nothing under. */
  const unverified = new Set<string>();

  const newAccount = (form: Form): Account => {
    const made = book.make<Account>(PLATFORM, 'account', 'acct', {
      type: 'standard',
      country: textOf(form, 'country') ?? 'US',
      default_currency: textOf(form, 'default_currency') ?? 'usd',
      email: textOf(form, 'email') ?? null,
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      requirements: requirements(DUE, 'requirements.past_due'),
      settings: {
        payouts: { schedule: { interval: 'daily', delay_days: 2 }, debit_negative_balances: true },
      },
      external_accounts: { object: 'list', data: [], has_more: false, url: '' },
      metadata: metadataOf(form),
    });
    made.external_accounts.url = `/v1/accounts/${made.id}/external_accounts`;
    return made;
  };
  const change = (account: Account, to: Partial<Account>): void => {
    Object.assign(account, to);
    events.say(account.id, 'account.updated', account);
  };
  /** Whoever runs the business has told all that is asked. */
  const open = (account: Account): void => {
    const bank = {
      ...{ id: 'ba_standin', object: 'bank_account', account: account.id, bank_name: 'STAND-IN BANK', last4: '6789' },
      ...{ country: account.country, currency: account.default_currency, default_for_currency: true, status: 'new' },
    };
    account.external_accounts.data = [bank];
    change(account, {
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      requirements: requirements([], null),
    });
  };
  const newest = (): Account | undefined => book.all<Account>(PLATFORM, 'account').at(-1);

  const domainOf = ({ account, id }: Asked) => book.get<PaymentMethodDomain>(account, 'payment_method_domain', id);
  const validate = (domain: PaymentMethodDomain): PaymentMethodDomain => {
    const isFound = !unverified.has(domain.domain_name);
    const why = { error_message: 'The domain’s association file could not be verified.' };
    domain.apple_pay = isFound ? { status: 'active' } : { status: 'inactive', status_details: why };
    return domain;
  };

  const routes: Routes = {
    'POST /v1/accounts': ({ form }) => newAccount(form),
    'GET /v1/accounts': ({ form, call }) => book.list(PLATFORM, 'account', form, { url: call.path }),
    'GET /v1/accounts/:id': ({ id }) => book.get(PLATFORM, 'account', id),
    'GET /v1/account': ({ account }) =>
      account === PLATFORM
        ? {
            ...{ id: PLATFORM, object: 'account', type: 'standard', country: 'AU', default_currency: 'aud' },
            ...{ charges_enabled: true, payouts_enabled: true, details_submitted: true, email: 'platform@example.com' },
          }
        : book.get(PLATFORM, 'account', account),
    'POST /v1/account_links': ({ form, origin }) => {
      const account = book.get<Account>(PLATFORM, 'account', textOf(form, 'account') ?? '');
      const [returnUrl, refreshUrl] = [textOf(form, 'return_url'), textOf(form, 'refresh_url')];
      if (returnUrl === undefined) throw missing('return_url');
      if (refreshUrl === undefined) throw missing('refresh_url');
      const code = randomBytes(12).toString('base64url');
      const until = book.now() + LINK_SECONDS;
      links.set(code, { account: account.id, until, returnUrl, refreshUrl });
      return {
        object: 'account_link',
        created: book.now(),
        expires_at: until,
        url: `${origin}/setup/${account.id}/${code}`,
      };
    },
    'POST /v1/account_sessions': ({ form }) => {
      const account = book.get<Account>(PLATFORM, 'account', textOf(form, 'account') ?? '');
      const components = partOf(form, 'components');
      if (Object.keys(components).length === 0) throw missing('components');
      return {
        object: 'account_session',
        account: account.id,
        client_secret: `accs_secret__${randomBytes(24).toString('base64url')}`,
        expires_at: book.now() + SESSION_SECONDS,
        livemode: false,
        components: Object.fromEntries(Object.keys(components).map((name) => [name, { enabled: true, features: {} }])),
      };
    },
    'POST /v1/payment_method_domains': ({ account, form }) => {
      const name = textOf(form, 'domain_name');
      if (name === undefined) throw missing('domain_name');
      if (!/^[a-z0-9.-]{3,253}$/.test(name)) throw invalid('domain_name');
      const there = book
        .all<PaymentMethodDomain>(account, 'payment_method_domain')
        .find(({ domain_name }) => domain_name === name);
      if (there !== undefined)
        throw new Refusal(400, { type: 'invalid_request_error', message: `${name} is registered already.` });
      return validate(
        book.make<PaymentMethodDomain>(account, 'payment_method_domain', 'pmd', {
          domain_name: name,
          enabled: true,
          apple_pay: { status: 'inactive' },
          google_pay: { status: 'active' },
          link: { status: 'active' },
        }),
      );
    },
    'POST /v1/payment_method_domains/:id/validate': (asked) => validate(domainOf(asked)),
    'GET /v1/payment_method_domains/:id': domainOf,
    'GET /v1/payment_method_domains': ({ account, form, call }) =>
      book.list<PaymentMethodDomain>(account, 'payment_method_domain', form, {
        url: call.path,
        is: ({ domain_name }) => domain_name === (textOf(form, 'domain_name') ?? domain_name),
      }),
  };

  return {
    routes,
    /** The page to which a link leads, once, and the form on it. */
    page: ({ call }: Pick<Asked, 'call'>) => {
      const [, , id = '', code = ''] = call.path.split('/');
      const link = links.get(code);
      const account = book.find<Account>(PLATFORM, 'account', id);
      if (link === undefined || account === undefined || link.account !== id) return undefined;
      if (link.until <= book.now()) return goTo(link.refreshUrl);
      if (call.method === 'GET') return pageAnswer(onboardingPage(account));
      links.delete(code);
      open(account);
      return goTo(link.returnUrl);
    },
    acts: {
      'open-newest-account': () => {
        const account = newest();
        if (account !== undefined) open(account);
      },
      'restrict-newest-account': () => {
        const account = newest();
        if (account !== undefined)
          change(account, {
            payouts_enabled: false,
            requirements: {
              ...requirements(['individual.verification.document'], 'requirements.past_due'),
              past_due: ['individual.verification.document'],
              current_deadline: book.now() + 7 * 24 * 3_600,
            },
          });
      },
      'reject-newest-account': () => {
        const account = newest();
        const to = { charges_enabled: false, payouts_enabled: false };
        if (account !== undefined) change(account, { ...to, requirements: requirements([], 'rejected.fraud') });
      },
    },
    unverified,
  };
};
