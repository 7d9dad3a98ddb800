import type { Page } from "@playwright/test";

interface Effort {
  /** Those that a label passes on to its control count once. */
  clicks: number;
  /** What was entered into fields, in order. */
  typed: string[];
  /**
   * Seconds of a person at a keyboard by the keystroke-level model of Card, Moran and Newell (1980): 0.28 for a
   * character, 1.3 for pointing and clicking, 1.35 for thinking before each click and field. The server's time is not
   * in it.
   */
  seconds: number;
}

/**
 * Counts what a person does on a page from now on.
 *
 * @returns a function that returns the effort and starts counting again
 */
export async function watchEffort(page: Page): Promise<() => Effort> {
  let clicks = 0;
  let typed: string[] = [];
  await page.exposeFunction("noteClick", () => (clicks += 1));
  await page.exposeFunction("noteTyped", (text: string) => typed.push(text));
  await page.addInitScript({ content: "addEventListener('pointerup', () => noteClick(), true);" });
  await page.addInitScript({
    content:
      "addEventListener('input', ({ target }) => target.matches('textarea, input:not([type=checkbox], [type=radio])') && noteTyped(target.value), true);",
  });
  return () => {
    const characters = typed.join("").length;
    const effort = { clicks, typed, seconds: characters * 0.28 + clicks * 1.3 + (clicks + typed.length) * 1.35 };
    clicks = 0;
    typed = [];
    return effort;
  };
}
