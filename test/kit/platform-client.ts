import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { z } from 'zod';
import type { Answer } from './partner-client.ts';
import type { Site } from './site.ts';

const KeyMade = z.object({ key: z.string() });

/** A key of a new user who holds this, made by the operator of the site's cloud. */
export const aPlatformKey = async (
  { cloudControl }: Pick<Site, 'cloudControl'>,
  email: string,
  role: { readonly role: string; readonly scope: string; readonly scopeId?: string },
): Promise<string> => {
  const by = 'test';
  await cloudControl('add-user', { email, firstName: 'Some', lastName: 'Body', by });
  await cloudControl('give-role', { user: email, role, by });
  return KeyMade.parse(await cloudControl('create-user-key', { user: email, label: 'test', by })).key;
};

const TokenMade = z.object({ token: z.string() });

/** A token of the unified API, of a user whom the site's cloud knows. */
export const aUnifiedToken = async (
  { cloudControl }: Pick<Site, 'cloudControl'>,
  email: string,
  scope: string,
): Promise<string> => TokenMade.parse(await cloudControl('token', { email, scope, by: 'test' })).token;

/** Speaks to the platform API at this address with somebody's key. */
export const platformClient = (url: string, ca: string, key: string) => {
  const send = httpsClient(Number(new URL(url).port), ca);
  return {
    request: async (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => {
      const got = await send({
        method,
        path,
        headers: { 'x-api-key': key, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return { status: got.status, json: got.json, headers: got.headers };
    },
    close: () => send.close(),
  };
};
export type PlatformClient = ReturnType<typeof platformClient>;
