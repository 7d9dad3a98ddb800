import { test as base, type Browser, type BrowserContext } from "@playwright/test";

let shared: BrowserContext | undefined;

/**
 * Tests with pages of a context that a worker keeps: its process has fetched and compiled the scripts, which takes a new one more CPU
 * than most tests. Between tests its cookies and pages go; the product stores nothing else in a browser (docs.spec.ts, credentials.spec.ts) except
 * drafts, which end with their page, and the columns that a person chose for a table: a test that chooses columns has its own context.
 */
export const test = base.extend({
  context: async ({ browser }, use) => {
    shared ??= await openShared(browser);
    await shared.clearCookies();
    await use(shared);
    for (const page of shared.pages()) await page.close();
  },
});

/** A moved clock also stops the measuring of loads, for every later test of the worker. */
async function openShared(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.clock.install = () => Promise.reject(new Error("A test that moves the clock is a testInOwnContext."));
  return context;
}

/** For a test that changes the context: its clock, its permissions. */
export const testInOwnContext = base;
