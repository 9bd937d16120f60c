/** HTTP Basic (RFC 7617): the UUID is the user name, the secret the password. Undefined for what can be neither. */
export const deviceCredentials = (
  header: string | undefined,
): { readonly uuid: string; readonly secret: string } | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/]{1,400}={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const [, uuid, secret] = /^([0-9a-f-]{36}):(.+)$/i.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return uuid === undefined || secret === undefined ? undefined : { uuid: uuid.toLowerCase(), secret };
};
