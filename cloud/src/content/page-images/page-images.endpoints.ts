import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { pageImagesFaults } from './page-images.faults.ts';
import type { PageImagesService } from './page-images.service.ts';

const endpoint = platformEndpoint<{ readonly pageImages: Pick<PageImagesService, 'keep' | 'settle'> }>();
const { page_image_refused, page_image_not_stored } = pageImagesFaults;

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const Sent = z
  .object({
    imageId: z.string().describe('For `image` of press items, and for blocks of landing pages.'),
    mediaType: z.enum(TYPES).describe('By its content.'),
    width: z.int().describe('As it is shown, in pixels.'),
    height: z.int().describe('As it is shown, in pixels.'),
    bytes: z.int().describe('As it is kept.'),
    sha256: z.string().describe('Of the bytes as they are kept, hex: the last part of its public address.'),
  })
  .meta({ id: 'SentPageImage' });

export const uploadPageImage = endpoint({
  id: 'page-images.upload',
  method: 'POST',
  path: '/api/admin/page-images/upload',
  graph: { omit: 'A picture is sent as a form, which GraphQL has not.' },
  summary: 'Send a picture that public pages are to show',
  description:
    'A form (`multipart/form-data`) with one part, `file`: a whole PNG, JPEG, GIF or WebP image of 5 MB at most. It is written anew of nothing but the picture: where, when and with what it was taken stays behind. Unless a press item or a landing page uses it, it is removed after a day.',
  gate: { needs: 'admin', in: 'anywhere' },
  bodyStream: {
    files: {
      file: {
        types: [...TYPES, 'application/octet-stream'],
        bytes: IMAGE_BYTES_MAX,
        description: 'A PNG, JPEG, GIF or WebP image.',
      },
    },
  },
  success: { status: 201, description: 'The picture is kept.', schema: Sent },
  examples: {
    success: {
      imageId: 'pim_0123456789abcdef',
      ...{ mediaType: 'image/jpeg', width: 1_600, height: 900, bytes: 348_213 },
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  faults: { page_image_refused, page_image_not_stored },
  audit: { event: 'page-image.sent', target: () => undefined },
  prepare: async ({ pageImages }, { body }, { caller }) => {
    const parts: Uint8Array[] = [];
    await body.receive(async ({ bytes }) => {
      for await (const part of bytes) parts.push(part);
    });
    return pageImages.keep(Buffer.concat(parts), `user:${caller.user.id}`);
  },
  handle: async ({ pageImages }, _input, { tx, prepared, about }) => {
    about(prepared);
    return pageImages.settle(tx, prepared);
  },
});
