import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { AS_TRANSLATED, barriers, fitsItsWidth, WIDTHS } from './browser.ts';

/** Where pictures of the pages are put, for people to look at: `docs/screens`. By day on a desk, by night on a phone. */
const SCREENS = process.env.SCREENS;
const PICTURED = ['1280-light', '390-dark'];
const SCHEMES = ['light', 'dark'] as const;
/** As WCAG 1.4.10 has it: a desk of 1280 px at 400 %. */
const ZOOMED = 320;
const HEIGHT = 900;

/**
 * What is wrong with a page that stands there whole, a line each: at both widths, by day, by night and in colours that are the
 * reader's own, at 400 %, and with texts 40 % longer from right to left. It is loaded once and looked at in all of them. The pictures are called by `name`.
 */
export const wrongLooks = async (page: Page, name: string): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const at = async (width: number, look: string): Promise<void> => {
    await page.setViewportSize({ width, height: HEIGHT });
    if (!(await fitsItsWidth(page))) wrong.push(`${look}: wider than its window`);
  };
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const look = `${width}-${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      await at(width, look);
      const rules = colorScheme === 'light' ? 'all' : 'colours'; // All that differs by night.
      wrong.push(...(await barriers(page, rules)).map((barrier) => `${look}: ${barrier}`));
      if (SCREENS !== undefined && PICTURED.includes(look))
        await page.screenshot({ path: join(SCREENS, `${name}-${look}.png`), fullPage: true });
    }
    await page.emulateMedia({ forcedColors: 'active' });
    wrong.push(...(await barriers(page, 'forced')).map((barrier) => `${width}, forced colours: ${barrier}`));
    await page.emulateMedia({ forcedColors: 'none' });
  }
  await at(ZOOMED, 'at 400 %');
  await page.evaluate(AS_TRANSLATED);
  for (const width of WIDTHS) await at(width, `${width} as translated`);
  return wrong;
};
