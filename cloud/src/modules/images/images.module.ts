import type { Module } from '../../http/module.ts';
import { imagesFaults } from './images.faults.ts';

export type { ImageType } from './image-content.ts';
export { removeImageJob } from './images.job.ts';
export type { ImagesService } from './images.service.ts';
export { createImagesService, IMAGE_BYTES_MAX } from './images.service.ts';
export { MEDIA_PATH, mediaPage } from './media-page.ts';

export const imagesModule = (): Module => ({
  name: 'images',
  owns: ['notification_image'],
  faults: imagesFaults,
  endpoints: [],
});
