import { expect, type Locator, type Page } from "@playwright/test";
import { open } from "../keys.ts";
import { test } from "../test.ts";

interface Opened {
  what: string;
  path: string;
  trigger: (page: Page) => Locator;
}

const byName = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });

const overlays: readonly Opened[] = [
  {
    what: "the dialog that creates an export",
    path: "/exports",
    trigger: (page) => byName("Create export")(page).first(),
  },
  { what: "the dialog that invites a member", path: "/team", trigger: byName("Invite member") },
  { what: "the menu of a report's export", path: "/reports/std_pipeline?run=1", trigger: byName("Export report") },
  {
    what: "the menu of a rule",
    path: "/settings/jurisdiction-rules",
    trigger: (page) => page.getByRole("button", { name: /^Actions for/ }).first(),
  },
  {
    what: "the panel of a request",
    path: "/request-logs",
    trigger: (page) => page.getByRole("table").locator("tbody tr").first().getByRole("link").first(),
  },
];

/** How long something takes to show. A slow machine has longer frames, not more of them. */
interface Opening {
  milliseconds: number;
  frames: number;
}

/** The frames in which an overlay shows at the latest. One that waits for React's Suspense takes 20 (decision 0213). */
const maxFrames = 8;

/** In the browser: clicks, and waits for the frame that shows the overlay. */
function clickAndTime(trigger: HTMLElement): Promise<Opening> {
  const shown = () => document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
  return new Promise((resolve) => {
    const started = performance.now();
    let frames = 0;
    const look = () => {
      frames += 1;
      if (shown()) resolve({ milliseconds: performance.now() - started, frames });
      else requestAnimationFrame(look);
    };
    for (const type of ["pointerdown", "pointerup"])
      trigger.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerType: "mouse" }));
    trigger.click();
    requestAnimationFrame(look);
  });
}

/** Waits until no script has come for as long as the browser may put off the next. */
async function waitForScripts(page: Page): Promise<void> {
  let seen = -1;
  const isOver = async () => {
    const before = seen;
    seen = await page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length,
    );
    return seen === before;
  };
  await expect.poll(isOver, { intervals: [2_500] }).toBe(true);
}

for (const { what, path, trigger } of overlays)
  test(`${what} opens the first time without waiting for a script`, async ({ page }) => {
    await open(page, path);
    await expect(trigger(page)).toBeVisible();
    // Whoever reaches for a button has moved; from then on the scripts come.
    await page.mouse.move(200, 200);
    await waitForScripts(page);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    const { milliseconds, frames } = await trigger(page).evaluate(clickAndTime);
    // Decision 0217 says what it was; a test has no limit of time.
    test.info().annotations.push({
      type: "first opening",
      description: `${what}: ${milliseconds.toFixed(0)} ms, ${frames} frames`,
    });
    await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toBeVisible();
    expect(scripts).toEqual([]);
    expect(frames).toBeLessThanOrEqual(maxFrames);
  });
