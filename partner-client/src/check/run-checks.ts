import { createPartnerClient } from '../partner-client.ts';
import { CHECKS } from './checks.ts';
import { type Body, codeOf, type Target } from './target.ts';

/** The names that the guide for partners uses. */
export interface CheckSettings {
  readonly API?: string | undefined;
  readonly KEY?: string | undefined;
  readonly FACILITY?: string | undefined;
  readonly BRANCH?: string | undefined;
  readonly DOOR?: string | undefined;
}

/**
 * Checks with your own key, at a sandbox facility, that the API keeps its promises to you, and says each in a line.
 * Resolves with how many it does not keep. Throws, before it changes anything, where it is not told enough, where the key
 * is not a live one, or where the facility is not a sandbox.
 */
export const runChecks = async (
  settings: CheckSettings,
  { run, say, fetch: ask = fetch }: { run: string; say: (line: string) => void; fetch?: typeof fetch },
): Promise<number> => {
  const target = targetOf(settings, run, ask);
  const { client, facility, doorId } = target;
  const { partner, key_type } = await client.auth.ping();
  if (key_type !== 'live') throw new Error(`the key is a ${key_type} key: the checks take a live one`);
  if ((await codeOf(client.sandbox.read({ ...facility, door_id: doorId }))) === 'sandbox_only')
    throw new Error('the facility is not a sandbox: nothing is tried at a real one');
  say(`Checking as ${partner}.`);
  let failures = 0;
  for (const { says, run: check } of CHECKS) {
    try {
      const notTried = await check(target);
      say(notTried === undefined ? `ok    ${says}` : `–     ${says} (${notTried})`);
    } catch (error) {
      failures++;
      say(`FAIL  ${says}\n      ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(failures === 0 ? 'Every promise was kept.' : `${failures} promises were not kept.`);
  return failures;
};

const targetOf = ({ API, KEY, FACILITY, BRANCH, DOOR }: CheckSettings, run: string, ask: typeof fetch): Target => {
  if (API === undefined || KEY === undefined || DOOR === undefined || (FACILITY ?? BRANCH) === undefined)
    throw new Error('set API, KEY, DOOR, and FACILITY or BRANCH, as the quick start does');
  const client = createPartnerClient({ baseUrl: API, key: KEY, fetch: (url, init) => ask(url, init) });
  return {
    client,
    run,
    doorId: DOOR,
    facility: FACILITY === undefined ? { linking_identifier: BRANCH ?? '' } : { facility_id: FACILITY },
    ask: async (path, authorised = true) => {
      const headers: Record<string, string> = authorised ? { authorization: `Basic ${btoa(`${KEY}:`)}` } : {};
      const answer = await ask(`${API}/partner/v1${path}`, { headers, redirect: 'error' });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
    },
  };
};
