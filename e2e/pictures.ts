import type { Page } from "@playwright/test";

/** Whether to save pictures of the screens, for people: no test compares them. */
const areWanted = (process.env["E2E_PICTURES"] ?? "") !== "";

/** Takes a picture of a screen to test-results/screens, when E2E_PICTURES=1 requests pictures. */
export async function takePicture(page: Page, name: string, { windowOnly = true } = {}): Promise<void> {
  if (!areWanted) return;
  // What is laid over a page is pictured with the window alone, as one sees it.
  const isCovered = (await page.locator("[data-overlay], [role=menu]").count()) > 0;
  const fullPage = !windowOnly && !isCovered;
  // From the top, or what sticks to the window is pictured in the middle of the page.
  if (fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage });
}
