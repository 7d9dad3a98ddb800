import type { Page } from "@playwright/test";

/** Counts a person's clicks on a page from now on, those that a label passes on to its control once. @returns a function that reads the count and begins anew */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("noteClick", () => (count += 1));
  await page.addInitScript({ content: "addEventListener('pointerup', () => noteClick(), true);" });
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
}
