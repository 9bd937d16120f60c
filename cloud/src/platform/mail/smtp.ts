import { readFileSync } from 'node:fs';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { MailRefused, type MailServer } from './mail-server.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS, which has to be there if `requireTls` says so. */
  readonly secure: boolean;
  readonly requireTls: boolean;
  readonly user: string | undefined;
  readonly passwordFile: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

const CONNECT_WITHIN = Seconds(10);
/** A server that has taken a mail may think about it; one that says nothing for so long has gone. */
const ANSWER_WITHIN = Seconds(60);

/**
 * A mail server that speaks SMTP. Its library is loaded with the first mail. What the server refuses for good is
 * `MailRefused`: this recipient or this mail, not our password, which somebody may correct.
 */
export const smtpServer = (settings: SmtpSettings, answerWithin: Duration = ANSWER_WITHIN): MailServer => {
  const { host, port, secure, requireTls, user, passwordFile, from } = settings;
  return async ({ id, to, subject, text, html, fromName, replyTo, attachment }) => {
    const { createTransport } = await import('nodemailer');
    const pass = passwordFile === undefined ? '' : readFileSync(passwordFile, 'utf8').trim();
    const transport = createTransport({
      host,
      port,
      secure,
      requireTLS: requireTls,
      ...(user !== undefined && { auth: { user, pass } }),
      connectionTimeout: CONNECT_WITHIN,
      greetingTimeout: CONNECT_WITHIN,
      socketTimeout: answerWithin,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        from: { ...from, ...(fromName && { name: fromName }) },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(attachment && {
          attachments: [{ filename: attachment.name, content: Buffer.from(attachment.bytes) }],
        }),
        messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        // RFC 3834: no automatic answers to what nobody wrote by hand.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isFinal(error) ? new MailRefused((error as Error).message) : error;
    } finally {
      transport.close();
    }
  };
};

/** Of the recipient or the content (not of the connection or the sign-in), and by a code that means for good. */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const aboutThis = code === 'EENVELOPE' || code === 'EMESSAGE';
  return aboutThis && typeof responseCode === 'number' && responseCode >= 500;
};
