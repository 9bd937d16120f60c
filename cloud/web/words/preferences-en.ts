import type { Preferences } from '../client/platform-api.gen.ts';

/** The words of how somebody likes the console. */
export const preferenceWords = {
  title: 'How you like it',
  more: 'It is yours on every device, from the next sign-in on; here at once.',
  theme: 'Colours',
  themes: { system: 'As this device has them', light: 'Light', dark: 'Dark' } satisfies Readonly<
    Record<Preferences['theme'], string>
  >,
  density: 'Room between lines',
  densities: { comfortable: 'Comfortable', compact: 'Compact, where there is a mouse' } satisfies Readonly<
    Record<Preferences['density'], string>
  >,
  home: 'What you see first',
  everything: 'What needs you, everywhere',
  unseen: 'A facility that you do not see any more',
  looking: 'your facilities',
  saved: 'It is so from now on.',
  unknown: 'What you like is not known now. Load this page again.',
} as const;
