import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { ask, open } from "./insight.ts";

interface ListedSubscription {
  id: string;
  name: string;
}

/** The newest subscription whose name begins so. The page must be signed in as a member who looks after webhooks. */
export async function findSubscriptionId(page: Page, beginning: string): Promise<string> {
  const { webhookSubscriptions } = await ask<{ webhookSubscriptions: ListedSubscription[] }>(page, "webhooks.list", { limit: 200 });
  const found = webhookSubscriptions.find(({ name }) => name.startsWith(beginning));
  expect(found, `a subscription ${beginning}`).toBeDefined();
  return found?.id ?? "";
}

/** Opens a subscription by the beginning of its name. */
export async function openSubscription(page: Page, beginning: string, tab = ""): Promise<void> {
  await open(page, `/webhooks/${await findSubscriptionId(page, beginning)}${tab}`);
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}
