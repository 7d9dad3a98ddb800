import { test as base, type Browser, type BrowserContext, type Page } from "@playwright/test";

/** What a worker keeps of its browser. */
interface KeptContext {
  context: BrowserContext;
  /**
   * Open from the first test to the last: the process of a context ends with its last page. Screens are shown in it,
   * one after the other.
   */
  page: Page;
}

let kept: KeptContext | undefined;

/**
 * Tests with pages of a context that a worker keeps: its process has fetched and compiled the scripts, which takes a
 * new one more CPU than most tests. Between tests its cookies and pages go; the product stores nothing else in a
 * browser (docs.spec.ts, credentials.spec.ts) except drafts, which end with their page, and the columns that a person
 * chose for a table: a test that chooses columns has its own context.
 */
export const test = base.extend({
  context: async ({ browser }, use) => {
    const { context, page: stays } = await keepContext(browser);
    await context.clearCookies();
    await use(context);
    for (const page of context.pages()) if (page !== stays) await page.close();
  },
});

/** The context that a worker keeps, and the page that stays open in it. */
export async function keepContext(browser: Browser): Promise<KeptContext> {
  kept ??= await openContext(browser);
  return kept;
}

/** A path of the product without scripts: nothing runs there. */
export const quietPath = "/api/health/ready";

async function openContext(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext();
  // A moved clock also stops the measuring of loads, for every later test of the worker.
  context.clock.install = () => Promise.reject(new Error("A test that moves the clock is a testInOwnContext."));
  const page = await context.newPage();
  await page.goto(quietPath);
  return { context, page };
}

/** For a test that changes the context: its clock, its permissions. */
export const testInOwnContext = base;
