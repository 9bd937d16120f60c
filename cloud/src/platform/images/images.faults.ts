import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const imagesFaults = defineFaults({
  image_refused: {
    status: 415,
    blame: 'caller',
    retry: 'never',
    title: 'The body is no whole PNG, JPEG, GIF or WebP image',
    help: 'What counts is the content, not the Content-Type. The image must be whole, with nothing behind it, and at most 16384 pixels wide and high. Send the file as it is, not in Base64 and not in a form.',
  },
  too_many_images: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The device has as many images as it may have',
    help: 'A device has at most 200 images at a time; each goes after 7 days. Use the address of one that is there already.',
  },
  image_not_stored: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The image could not be stored',
    help: 'The place where images lie did not answer. Send the image again in a little while; a notification needs no image.',
  },
});
export const imagesFault = faultsOf(imagesFaults);
