import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** One e-mail to one person. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  /** As its wording has it; null: as the mail server's settings say. */
  from_name: Generated<string | null>;
  reply_to: Generated<string | null>;
  /** Of an object that goes with it. */
  attachment_key: Generated<string | null>;
  attachment_name: Generated<string | null>;
  /** `kept` where no server is configured: it lies here to be read. `refused` is final, `queued` is tried again. */
  state: 'kept' | 'queued' | 'sent' | 'refused';
  /** How often a server was asked to take it. */
  attempts: number;
  /** Why the last attempt failed, in the words of the server. */
  last_error: string | null;
  /** Of which facility it tells; null: of none. */
  facility_id: Generated<FacilityId | null>;
  /** 1: what it says lets its reader in. Only the addressee and super admins read it in the mailbox. */
  sensitive: Generated<number>;
  created_at: number;
  tried_at: number | null;
  sent_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    mail: MailTable;
  }
}
