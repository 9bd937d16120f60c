import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type Handler, refuse, send } from './answers.ts';
import type { Identifying } from './identify.ts';
import type { LiveView } from './live-view.ts';
import { openPost, type staffPost } from './posts.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

const SignInBody = z.strictObject({
  name: z.string('Type your name.').trim().max(120, 'A name has 120 characters at most.').default(''),
  pin: z.string('Type your PIN.').regex(/^\d{1,20}$/, 'A PIN is digits only.'),
});

/** Signing in and out, and saying that somebody is still there. */
export const sessionRoutes = (deps: {
  readonly signIn: (name: string, pin: string) => Promise<SignIn>;
  readonly identifying: Pick<Identifying, 'namesAsked'>;
  readonly sessions: Sessions;
  readonly live: Pick<LiveView<unknown>, 'changed'>;
  readonly post: ReturnType<typeof staffPost>;
  readonly log: Log;
}): Readonly<Record<string, Handler>> => {
  const { signIn, identifying, sessions, live, post, log } = deps;

  const begin = async (
    { name, pin }: z.infer<typeof SignInBody>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> => {
    if (identifying.namesAsked() && name === '')
      return refuse(res, 400, { error: 'invalid', message: 'Type your name.', field: 'name' });
    const result = await signIn(name, pin);
    if (result.outcome === 'in') {
      sessions.end(req.headers.cookie);
      res.setHeader('set-cookie', sessions.begin(result.identified));
      return send(res, 204);
    }
    log.warn({ outcome: result.outcome, from: req.socket.remoteAddress }, 'A sign-in at the panel was refused.');
    if (result.outcome === 'locked_out') {
      res.setHeader('retry-after', result.retryAfterSeconds);
      const message = `Too many wrong PINs. Try again in ${waitOf(result.retryAfterSeconds)}.`;
      return refuse(res, 429, { error: 'locked_out', message });
    }
    const { triesLeft, lockedForSeconds } = result;
    const left =
      triesLeft === 0
        ? `The panel is now closed for ${waitOf(lockedForSeconds)}.`
        : `${triesLeft} more before it closes.`;
    const wrong = identifying.namesAsked() ? 'Name or PIN is wrong.' : 'That is not the PIN.';
    refuse(res, 401, { error: 'wrong_pin', message: `${wrong} ${left}` });
  };

  return {
    'GET /session': (req, res) => {
      const signedIn = sessions.of(req.headers.cookie) !== undefined;
      send(res, 200, { signedIn, namesAsked: identifying.namesAsked() });
    },
    'POST /session': openPost(SignInBody, begin),
    'POST /session/use': post({ body: z.strictObject({}) }, () => undefined),
    'POST /session/end': openPost(z.strictObject({}), async (_body, req, res) => {
      res.setHeader('set-cookie', sessions.end(req.headers.cookie));
      live.changed();
      send(res, 204);
    }),
  };
};

const waitOf = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};
