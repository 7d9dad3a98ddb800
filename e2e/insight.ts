import { expect, type Page } from "@playwright/test";
import { askUntilFree } from "./client.ts";
import { readDemoData } from "./demo-data.ts";
import { findSlug } from "./people.ts";
import { visit } from "./visit.ts";

interface ListedKey {
  id: string;
  name: string;
}

/** Queries a procedure as the portal's pages do. */
export async function queryProcedure<Data>(page: Page, procedure: string, input: object): Promise<Data> {
  const query = encodeURIComponent(JSON.stringify(input));
  const headers = { "x-organization": await findSlug(page) };
  const response = await askUntilFree(() => page.request.get(`/api/trpc/${procedure}?input=${query}`, { headers }));
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: { data: Data } }).result.data;
}

/**
 * The ID of a demo key, without a name of one that no test changes. The page must be signed in as a member who can
 * manage keys.
 */
export async function findKeyId(page: Page, name = "Court calendar sync"): Promise<string> {
  const { serviceAccounts } = await queryProcedure<{ serviceAccounts: ListedKey[] }>(page, "serviceAccounts.list", {
    search: name,
  });
  const key = serviceAccounts.find((each) => each.name === name);
  expect(key, `the demo key ${name}`).toBeDefined();
  return key?.id ?? "";
}

export async function findKeyPath(page: Page, name: string, tab: string): Promise<string> {
  return `/o/${await findSlug(page)}/credentials/${await findKeyId(page, name)}?tab=${tab}`;
}

export async function openKey(page: Page, name: string, tab: string): Promise<void> {
  await visit(page, await findKeyPath(page, name, tab));
}

/** Opens a screen of the demo's firm. */
export async function open(page: Page, path: string): Promise<void> {
  await visit(page, `/o/${await findSlug(page)}${path}`);
}

/**
 * Sends a request that is rejected for want of a scope.
 *
 * @returns its id
 */
async function sendRejected(page: Page): Promise<string> {
  const { keys, ids } = readDemoData();
  const response = await page.request.get(`/api/v1/cases/${ids.caseId}`, {
    headers: { "x-api-key": keys.noScopes, cookie: "" },
  });
  expect(response.status()).toBe(403);
  return response.headers()["x-request-id"] ?? "";
}

/** Opens the explanation of a request, again until the log has it: that is a second or two. */
export async function openExplanation(page: Page): Promise<void> {
  await open(page, `/request-debugger?id=${await sendRejected(page)}`);
  const sentence = page.getByRole("heading", { name: "The key lacked the scope cases:read." });
  const again = page.getByRole("button", { name: "Try again" });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(sentence).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 90_000 });
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Pastes a text into "Find a key". */
export async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Key" }).fill(text);
  await page.getByRole("button", { name: "Find key" }).click();
}

/** The demo's key with the most requests. */
export const busyKey = "Records and documents sync";
