import type { Page } from 'playwright-core';

/** From now on the server has another build of the console than the one that this page is of, and somebody comes back to the page. */
export const comeBackToUpdated = async (page: Page): Promise<void> => {
  await page.route(/\/(ops|console)$/, async (route) => {
    if (route.request().method() !== 'HEAD') return route.continue();
    await route.fulfill({ status: 200, headers: { 'x-build': 'of tomorrow' } });
  });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
};
