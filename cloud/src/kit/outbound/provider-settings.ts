/** Where a service of somebody else’s is, and the file that its key lies in. */
export interface ProviderSettings {
  readonly url: string;
  readonly keyFile: string;
}

/**
 * Reads `<NAME>_URL` and `<NAME>_KEY_FILE` of the environment: both or neither. Whatever is wrong joins `problems`, without
 * the values.
 */
export const readProvider = (
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ProviderSettings | undefined => {
  const [urlName, keyName] = [`${name}_URL`, `${name}_KEY_FILE`];
  const [url, keyFile] = [env[urlName], env[keyName]];
  if ((url === undefined) !== (keyFile === undefined)) problems.push(`${urlName} and ${keyName}: both or neither`);
  if (url !== undefined && !(/^https?:\/\/[^/?#@]+\/?$/.test(url) && URL.canParse(url)))
    problems.push(`${urlName}: must be https://host, nothing after it`);
  return url === undefined || keyFile === undefined ? undefined : { url, keyFile };
};
