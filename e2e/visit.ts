import { expect, type Page, type Request, type Response } from "@playwright/test";

/** The requests of a page that have no response yet. */
const pending = new WeakMap<Page, Set<Request>>();

/** Streams and long polls never end, so they are ignored. */
const awaited: ReadonlySet<string> = new Set(["document", "script", "stylesheet", "fetch", "xhr", "font"]);

function trackRequestChanges(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known !== undefined) return known;
  const open = new Set<Request>();
  pending.set(page, open);
  page.on("request", (request) => awaited.has(request.resourceType()) && open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

/** Opens a path, and waits until the page responds to input and shows its data. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  trackRequestChanges(page);
  const response = await page.goto(path);
  await waitUntilCalm(page);
  return response;
}

/** Loads the page again, and waits as for a visit. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilCalm(page);
}

/**
 * Waits until a page has what it fetches, shows no placeholder, and React has taken over every control. React undoes
 * what happens to a control before: a radio button clicked too early is not chosen.
 */
export async function waitUntilCalm(page: Page): Promise<void> {
  const open = trackRequestChanges(page);
  const findAll = async () => [...(await page.evaluate(findUnrest)), ...[...open].map((request) => request.url())];
  // Mostly it is calm at once, and an assertion costs Playwright as much as the look itself. What a redirect interrupts is repeated.
  const isCalm = await findAll().then(
    ({ length }) => length === 0,
    () => false,
  );
  if (!isCalm)
    await expect(async () => expect(await findAll()).toEqual([])).toPass({
      intervals: [20, 40, 60, 100],
      timeout: 90_000,
    });
}

/**
 * What a page still waits for. Runs in the browser, after two frames, in which effects and the responses of requests
 * are rendered.
 */
async function findUnrest(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  const controls = [...document.querySelectorAll("button, input, select, textarea")];
  const moving = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().iterations !== Infinity);
  return [
    ...(document.readyState === "complete" ? [] : ["the document"]),
    ...(document.fonts.status === "loaded" ? [] : ["fonts"]),
    // Next takes a page's title out before the next one has come.
    ...(document.title === "" ? ["a title"] : []),
    ...controls.filter((control) => !isAlive(control)).map((control) => `React at ${control.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll(".animate-pulse, main [aria-busy=true]")].map(
      (element) => `a placeholder, ${element.className}`,
    ),
    ...moving.map(
      ({ effect }) => `an animation of ${(effect as KeyframeEffect | null)?.target?.className ?? "something"}`,
    ),
  ];
}
