import { expect, type Page, type Route } from "@playwright/test";
import { open } from "../keys.ts";
import { test } from "../test.ts";
import { waitUntilCalm } from "../visit.ts";

/** Places of the menu that one opens all day, by what leads to them. */
const places = ["Webhooks", "Events", "Request logs", "API keys", "Overview"] as const;

/**
 * In the browser: clicks a link of the menu, and returns the milliseconds until the frame that shows its screen's
 * title.
 */
function clickAndTime(link: HTMLElement, title: string): Promise<number> {
  const shown = () => [...document.querySelectorAll("h1")].some(({ textContent }) => textContent === title);
  return new Promise((resolve) => {
    const started = performance.now();
    const look = () => (shown() ? resolve(performance.now() - started) : requestAnimationFrame(look));
    link.click();
    requestAnimationFrame(look);
  });
}

const linkTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name, exact: true });

test("a screen of the menu shows itself before its data has come, and a second time after one request", async ({
  page,
}) => {
  await open(page, "/reports");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().includes("/api/trpc/")) requests.push(request.url());
  });
  let held: Route[] | null = null;
  await page.route("**/api/trpc/**", (route) => (held === null ? route.continue() : void held.push(route)));
  for (const round of ["first", "second"] as const) {
    for (const name of places) {
      held = [];
      requests.length = 0;
      const milliseconds = await linkTo(page, name).evaluate(clickAndTime, name);
      // Decision 0217 says what it was; a test has no limit of time.
      test.info().annotations.push({ type: `${round} visit`, description: `${name}: ${milliseconds.toFixed(0)} ms` });
      // The screen's frame, and nothing after it that it would wait for.
      if (round === "second") expect(requests, name).toHaveLength(1);
      const waiting: Route[] = held;
      held = null;
      for (const route of waiting) await route.continue();
      await waitUntilCalm(page);
    }
  }
  await page.unrouteAll();
});
