import { z } from 'zod';
import { PLAINTEXT_BYTES_MAX } from './encrypt-push.ts';

/** Where a click leads: a path of the platform's own console, so that nobody is sent anywhere else. */
const OwnPath = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/, 'must be a path that begins with one slash');

/** What somebody is told in their browser. */
export const Notification = z.strictObject({
  title: z.string().trim().min(1).max(120),
  body: z.string().max(1_000),
  url: OwnPath,
  imageUrl: z
    .url({ protocol: /^https$/ })
    .max(400)
    .optional(),
});
export type Notification = z.infer<typeof Notification>;

/** The message as the browser's service worker gets it: JSON that fits one push, its body shortened if need be. */
export const payloadOf = (notification: Notification): Buffer => {
  let body = [...notification.body];
  for (;;) {
    const shortened = body.join('') + (body.length < [...notification.body].length ? '…' : '');
    const payload = Buffer.from(JSON.stringify({ ...notification, body: shortened }));
    if (payload.length <= PLAINTEXT_BYTES_MAX) return payload;
    body = body.slice(0, Math.floor(body.length * 0.9));
  }
};
