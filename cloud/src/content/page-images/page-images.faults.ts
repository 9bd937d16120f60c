import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const pageImagesFaults = defineFaults({
  page_image_refused: callersFault(
    415,
    'The file is no whole PNG, JPEG, GIF or WebP image',
    'What counts is the content of the file, not its name or the type that is sent with it. It must be whole and at most 16384 pixels wide and high. Nothing may stand behind its end, but of a JPEG, where it is left out.',
  ),
  page_image_unknown: callersFault(
    422,
    'There is no such picture to show',
    'A picture that nothing shows is removed a day after it was sent, and nobody uses what another organisation uses. Send it again, and use the id of the answer.',
  ),
  page_image_not_there: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The picture cannot be read now',
    help: 'The place where files lie did not answer. Try again in a little while.',
  },
  page_image_not_stored: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The picture could not be stored',
    help: 'The place where files lie did not answer. Send it again in a little while.',
  },
});
export const pageImagesFault = faultsOf(pageImagesFaults);
