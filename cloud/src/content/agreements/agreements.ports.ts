import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import type { Attachment } from './document.ts';

/** Which of these files there are that an organisation (null: the platform) may attach, in the order asked. */
export type FindAttachments = (
  tx: Tx,
  organisationId: OrgId | null,
  attachmentIds: readonly string[],
) => Promise<readonly Attachment[]>;

/** Where nobody keeps files, there is none. */
export const attachmentsOf = question<FindAttachments>('agreements.attachmentsOf', async () => []);

/** A club has signed. */
export const agreementSigned = event<[tx: Tx, signatureId: string]>('agreements.signed');
