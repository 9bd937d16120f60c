/** What things are called in signatures (CMS, RFC 5652) and in what they name: hashes, keys, certificates. */
export const SIGNED_DATA = '1.2.840.113549.1.7.2';
export const DATA = '1.2.840.113549.1.7.1';
export const CONTENT_TYPE = '1.2.840.113549.1.9.3';
export const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** The certificate of whoever signs, by a hash that is named (RFC 5035). */
export const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
export const SHA_256 = '2.16.840.1.101.3.4.2.1';
export const RSA = '1.2.840.113549.1.1.1';
