import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Asks the partner API at this port of the loopback. */
export const partnerClient = (port: number, ca: string) => {
  const send = httpsClient(port, ca);
  return {
    request: async (
      key: string,
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => {
      const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
      const got = await send({
        method: body === undefined ? 'GET' : 'POST',
        path: `/partner/v1${path}`,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return { status: got.status, json: got.json, headers: got.headers };
    },
    close: () => send.close(),
  };
};
