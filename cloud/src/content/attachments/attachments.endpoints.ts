import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { attachmentsFaults } from './attachments.faults.ts';
import { ATTACHMENT_BYTES_MAX, type AttachmentsService, gathered, type SentFile } from './attachments.service.ts';
import { ATTACHMENT_TYPES, PDF } from './content/verdict.ts';

const endpoint = platformEndpoint<{ readonly attachments: Pick<AttachmentsService, 'keep' | 'settle'> }>();

const Attachment = z
  .object({
    attachmentId: z.string().describe('For `attachments` of an agreement.'),
    name: z.string().describe('As the sender calls it, without a path, and with the ending of what it is.'),
    mediaType: z.enum(ATTACHMENT_TYPES).describe('By its content.'),
    bytes: z.int(),
    sha256: z.string().describe('Of the bytes, hex.'),
    pages: z.int().nullable().describe('How many it has; null where the file does not say.'),
  })
  .meta({ id: 'SentAttachment' });

export const uploadAttachment = endpoint({
  id: 'agreements.upload-attachment',
  method: 'POST',
  path: '/api/admin/agreements/upload-attachment',
  graph: { omit: 'A file is sent as a form, which GraphQL has not.' },
  summary: 'Send a file that agreements are to show',
  description:
    'A form (`multipart/form-data`) with one part, `file`: a PDF or a document of Word (DOC, DOCX) of 20 MB at most. What counts is its content, from the first byte to the last. Unless an agreement uses it, it is removed after a day.',
  gate: { needs: 'admin', in: 'anywhere' },
  bodyStream: {
    files: { file: { types: [...ATTACHMENT_TYPES, 'application/octet-stream'], bytes: ATTACHMENT_BYTES_MAX } },
  },
  success: { status: 201, description: 'The file is kept.', schema: Attachment },
  examples: {
    success: {
      attachmentId: 'att_0123456789abcdef',
      name: 'House rules.pdf',
      mediaType: PDF,
      bytes: 48_213,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      pages: 4,
    },
  },
  faults: attachmentsFaults,
  audit: { event: 'agreement.attachment-sent', target: () => undefined },
  prepare: ({ attachments }, { body }, { caller }) =>
    attachments.keep(async () => {
      const sent: SentFile[] = [];
      await body.receive(async (file) => {
        sent.push(await gathered(file));
      });
      const [file] = sent;
      if (file === undefined) throw new Bug('a form without its file was taken');
      return file;
    }, `user:${caller.user.id}`),
  handle: async ({ attachments }, _input, { tx, prepared, about }) => {
    about(prepared);
    return attachments.settle(tx, prepared);
  },
});
