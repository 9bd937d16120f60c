import { z } from 'zod';

/** One reader that types what it reads like a keyboard, and Enter. It is unit 1 of its bus. */
export const UsbKeyboardConfig = z.strictObject({
  /** A path that stays, such as /dev/input/by-id/usb-…-event-kbd: the keyboard is looked for there again when it was pulled out. */
  path: z.string().min(1).max(4_096),
});
export type UsbKeyboardConfig = z.infer<typeof UsbKeyboardConfig>;
