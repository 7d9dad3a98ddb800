import { expect, test, type Browser, type ConsoleMessage, type Page, type Request } from "@playwright/test";
import { expectAccessible, type Extent } from "./accessibility.ts";
import { expectFirstLoad } from "./first-load.ts";
import { findSlug, signIn, type PersonName } from "./people.ts";
import { takePicture } from "./pictures.ts";
import { keepContext, quietPath } from "./test.ts";
import { visit, waitUntilCalm } from "./visit.ts";

/** A state of a screen to check: by axe, by the browser's own complaints, and as pictures. */
interface State {
  name: string;
  /** Brings the screen into the state: opens a dialog, fills a form. */
  prepare?: (page: Page) => Promise<void>;
  /** The screenshot shows only the window, for long pages. */
  windowOnly?: boolean;
}

export interface Screen extends State {
  /** `{slug}` is the firm of the person. A function finds it when the person is signed in. */
  path: string | ((page: Page) => Promise<string>);
  /** The person who visits it; without it, nobody is signed in. */
  person?: PersonName;
  /** The server responds with 404. */
  isMissing?: boolean;
  /** The path opens a chart or a form at once. */
  opensMore?: boolean;
  /** The test moves the page's clock. */
  movesClock?: boolean;
  /** Further states in the same visit. */
  next?: readonly State[];
}

interface Look {
  name: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
  extent: Extent;
}

/**
 * Everything is checked in the first. A color scheme changes colors alone; on a phone everything may be elsewhere, or
 * hidden.
 */
const light: Look = { name: "light", colorScheme: "light", viewport: { width: 1280, height: 900 }, extent: "all" };
/** A window of 1280 × 900 at 200 %. */
const zoomed = { width: 640, height: 450 };
const maxAttentionHeight = 48;
const looks: readonly Look[] = [
  light,
  { ...light, name: "dark", colorScheme: "dark", extent: "colors" },
  { ...light, name: "phone", viewport: { width: 390, height: 844 }, extent: "layout" },
];

/** Creates one test for each screen: one visit is checked in light, in dark and on a phone. */
export function checkScreens(screens: readonly Screen[]): void {
  test.describe("screens", () => {
    test.describe.configure({ mode: "parallel" });
    for (const screen of screens) {
      test(`${screen.name} is accessible and fits in light, dark and on a phone, loads little and obeys the content policy`, async ({
        browser,
      }) => {
        test.setTimeout((1 + (screen.next?.length ?? 0)) * 120_000);
        await openScreen(browser, screen);
      });
    }
  });
}

/** Checks a screen in the page that a worker keeps; in one of its own where the test moves the page's clock. */
async function openScreen(browser: Browser, screen: Screen): Promise<void> {
  if (screen.movesClock === true) {
    const own = await browser.newPage();
    await checkScreen(own, screen);
    return own.close();
  }
  const { page } = await keepContext(browser);
  // The draft of a form that an earlier screen left.
  await page.evaluate(() => sessionStorage.clear());
  await checkScreen(page, screen);
  await page.goto(quietPath);
}

/** Visits a screen once, and checks it and its further states in light, in dark and on a phone. */
export async function checkScreen(page: Page, screen: Screen): Promise<void> {
  const { person, path, isMissing = false, opensMore = false, movesClock = false, next = [] } = screen;
  if (person === undefined) await page.context().clearCookies();
  else await signIn(page, person);
  const watch = watchPage(page, isMissing);
  await showLook(page, light);
  if (movesClock) await page.clock.install();
  const response = await visit(page, await resolvePath(page, path));
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  // A page with a clock of its own measures no loads.
  if (!movesClock) await expectFirstLoad(page, response, { opensMore });
  for (const state of [screen, ...next]) await test.step(state.name, () => checkState(page, state));
  expect([...watch.hosts]).toEqual([new URL(page.url()).host]);
  expect(watch.errors).toEqual([]);
  watch.end();
}

async function checkState(page: Page, { name, prepare, windowOnly = false }: State): Promise<void> {
  await showLook(page, light);
  await prepare?.(page);
  for (const look of looks) {
    await showLook(page, look);
    await waitUntilCalm(page);
    await expectAccessible(page, look.extent, look.name);
    await takePicture(page, `${name}-${look.name}`, { windowOnly });
    await expectLayout(page, look.name);
    if (look === light) await expectSharedEdges(page);
  }
  await page.setViewportSize(zoomed);
  await waitUntilCalm(page);
  await expectLayout(page, "at 200 %");
}

/** Nothing is wider than the window, nothing moves, and what needs attention is one line. */
async function expectLayout(page: Page, look: string): Promise<void> {
  const { overflow, moving, attention } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const line = [...document.querySelectorAll("summary")].find(({ textContent }) =>
      / needs? attention$/.test(textContent),
    );
    return {
      overflow: scrollWidth - clientWidth,
      moving: document.getAnimations().filter(({ playState }) => playState === "running").length,
      attention:
        (line?.parentElement?.hasAttribute("open") === true ? line : line?.parentElement)?.getBoundingClientRect()
          .height ?? 0,
    };
  });
  expect(overflow, look).toBeLessThanOrEqual(0);
  expect(moving, look).toBe(0);
  expect(attention, look).toBeLessThanOrEqual(maxAttentionHeight);
}

/** Header, tabs, form and save bar of a page begin and end at the same edges. */
async function expectSharedEdges(page: Page): Promise<void> {
  const edges = await page.evaluate(() => {
    const main = document.querySelector("main#content");
    const blocks =
      main?.querySelectorAll("header:has(h1), [role=tablist], form:has([data-save-bar]), [data-save-bar]") ?? [];
    return [...blocks]
      .filter((block) => block.closest("section, aside, table, [role=dialog]") === null && block.clientWidth > 0)
      .map((block) => {
        const { left, right } = block.getBoundingClientRect();
        return `${Math.round(left)} to ${Math.round(right)}`;
      });
  });
  expect(new Set(edges).size, edges.join(", ")).toBeLessThanOrEqual(1);
}

async function showLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const { width, height } = page.viewportSize() ?? {};
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport);
}

async function resolvePath(page: Page, path: Screen["path"]): Promise<string> {
  if (typeof path === "function") return path(page);
  return path.includes("{slug}") ? path.replace("{slug}", await findSlug(page)) : path;
}

interface Watch {
  /** Every host that the page sends a request to. */
  hosts: Set<string>;
  /** What the browser complains of; what the Content-Security-Policy rejected is among it. */
  errors: string[];
  end: () => void;
}

function watchPage(page: Page, isMissing: boolean): Watch {
  const hosts = new Set<string>();
  const errors: string[] = [];
  const onRequest = (request: Request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) hosts.add(host);
  };
  const onError = (error: Error) => void errors.push(error.message);
  const onMessage = (message: ConsoleMessage) => {
    if (isMissing && message.text().includes("404")) return;
    if (message.type() === "error") errors.push(message.text());
  };
  page.on("request", onRequest).on("pageerror", onError).on("console", onMessage);
  const end = () => void page.off("request", onRequest).off("pageerror", onError).off("console", onMessage);
  return { hosts, errors, end };
}
