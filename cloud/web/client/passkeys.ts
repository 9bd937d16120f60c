import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from './platform-api.gen.ts';

/** Whether this browser makes and shows passkeys, in the form in which the API speaks of them. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks whoever sits there for a passkey. Throws a `DOMException` where none is given, or the browser does not trust the page. */
export const showPasskey = async (options: PasskeyRequestOptions): Promise<PasskeyAssertion> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options });
  return given<PasskeyAssertion>(await navigator.credentials.get({ publicKey }));
};

/** Has an authenticator make a passkey; throws likewise, also where the authenticator holds one of the user's already. */
export const makePasskey = async (options: PasskeyCreationOptions): Promise<PasskeyRegistration> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: [...options.excludeCredentials],
  });
  return given<PasskeyRegistration>(await navigator.credentials.create({ publicKey }));
};

const given = <Shape>(credential: Credential | null): Shape => {
  if (credential === null) throw new DOMException('no passkey was given', 'NotAllowedError');
  return (credential as PublicKeyCredential).toJSON() as Shape;
};
