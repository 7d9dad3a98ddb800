import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { findSlug, signIn } from "./people.ts";
import type { PersonName } from "./people.ts";

/** A screen to look at: by axe, by the browser's own complaints, and as pictures. */
export interface Screen {
  name: string;
  /** `{slug}` is the firm of the demonstration. */
  path: string;
  /** Who looks; nobody is signed in without. */
  person?: PersonName;
  /** Brings the screen into the state to be looked at: opens a dialog, fills a form. */
  prepare?: (page: Page) => Promise<void>;
  /** The server's answer is 404. */
  isMissing?: boolean;
  /** Long pages are pictured as far as the window goes. */
  windowOnly?: boolean;
}

const looks = [
  { look: "light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { look: "dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { look: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;

/** Makes the tests of some screens: each in light, dark and on a phone. Pictures go to test-results/screens. */
export function lookAtScreens(screens: readonly Screen[]): void {
  for (const screen of screens) {
    for (const { look, ...options } of looks) {
      test.describe(`${screen.name}, ${look}`, () => {
        test.use(options);
        test("has no accessibility finding, stays on its host, breaks no policy", ({ page, baseURL }) => lookAt(page, screen, look, baseURL ?? ""));
      });
    }
  }
}

async function lookAt(page: Page, screen: Screen, look: string, baseUrl: string): Promise<void> {
  const { name, person, prepare } = screen;
  if (person !== undefined) await signIn(page, person);
  const path = screen.path.includes("{slug}") ? screen.path.replace("{slug}", await findSlug(page)) : screen.path;
  const hosts = watchHosts(page);
  const errors = watchErrors(page, screen.isMissing === true);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await prepare?.(page);
  await settle(page);
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
  // What is laid over a page is pictured with the window alone, as one sees it.
  const isCovered = (await page.locator("[data-ground], [role=menu]").count()) > 0;
  const fullPage = screen.windowOnly !== true && !isCovered;
  // From the top, or what sticks to the window is pictured in the middle of the page.
  if (fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.screenshot({ path: `test-results/screens/${name}-${look}.png`, fullPage });
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => `${node.target.join(" ")} ${node.html.slice(0, 200)}`).join(", ")}`)).toEqual([]);
  expect([...hosts]).toEqual([new URL(baseUrl).host]);
  expect(errors).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Every host that the page asked for something. */
function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) hosts.add(host);
  });
  return hosts;
}

/** What the browser complains of; what the Content-Security-Policy refused is among it. */
function watchErrors(page: Page, isMissing: boolean): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (isMissing && message.text().includes("404")) return;
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

/** Waits for colours and places that are still on their way. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity).map((animation) => animation.finished)));
}
