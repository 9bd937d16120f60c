/** One e-mail as it leaves the house. */
export interface OutgoingMail {
  /** Its own for good, so that a mailbox shows once what arrived twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Instead of the name that the server's settings have. */
  readonly fromName?: string | null;
  readonly replyTo?: string | null;
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** Takes e-mail to where it is going. Resolves once a server has taken it; throws `MailRefused` where none ever will. */
export type MailServer = (mail: OutgoingMail) => Promise<void>;

/** The server said for good that it does not take this: another attempt would change nothing. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
