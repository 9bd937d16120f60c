/** How somebody likes the pages: light, dark or as their device, and how much room lines take. */
export interface Look {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
}

const KEY = 'gatehouse.look';
const THEMES: readonly string[] = ['system', 'light', 'dark'] satisfies readonly Look['theme'][];

/** The look that this browser had last; undefined where it had none, or keeps nothing. */
export const keptLook = (storage: () => Pick<Storage, 'getItem'>): Look | undefined => {
  try {
    const { theme, density } = JSON.parse(storage().getItem(KEY) ?? '{}');
    return THEMES.includes(theme) ? { theme, density: density === 'compact' ? 'compact' : 'comfortable' } : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps it for the next time, where the browser keeps anything. The usual look is nothing to keep. */
export const keepLook = (storage: () => Pick<Storage, 'setItem' | 'removeItem'>, { theme, density }: Look): void => {
  try {
    if (theme === 'system' && density === 'comfortable') storage().removeItem(KEY);
    else storage().setItem(KEY, JSON.stringify({ theme, density }));
  } catch {
    // Then it is taken from the cloud at the next sign-in.
  }
};

const DARK = '(prefers-color-scheme: dark)';
/** Each goes on naming what it was made of, so that it is found again, also by another script. */
const WHEN_DARK: Readonly<Record<Look['theme'], string>> = {
  system: DARK,
  dark: `${DARK}, (min-width: 0px)`,
  light: `${DARK} and (max-width: 0px)`,
};

/**
 * Dresses the page. The colours of the night are told once, for browsers that ask for them: here it is said for whom they hold, in the
 * style sheets themselves, so that there is no second copy of them.
 */
export const wearLook = (page: Document, { theme, density }: Look): void => {
  Object.assign(page.documentElement.dataset, { theme, density });
  for (const sheet of page.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(DARK)) rule.media.mediaText = WHEN_DARK[theme];
};
