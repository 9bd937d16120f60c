/** The one account that whoever plays the provider of texts has. */
export const SMS_ACCOUNT = { SMS_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`, SMS_FROM: '+15005550006' };
export const SMS_TOKEN = 'stand-in-auth-token';

/** The key of whoever plays the provider of cards, which is no secret. */
export const CARDS_KEY = 'pk_test_standinpublishable';

/** What stand-ins ask for, as their page says: worth nothing anywhere else. */
export const STAND_IN_KEYS = {
  store: 'shpat_stand-in-token-1234',
  listings: 'stand-in-listings-key-1234',
  models: 'sk-stand-in-models',
  payproc: 'sk_test_stand-in-secret',
  'payproc-hook': 'whsec_stand-in-signing-secret',
};
