import { expect, type Page } from "@playwright/test";
import { queryProcedure } from "./insight.ts";
import { findSlug } from "./people.ts";

interface ListedSubscription {
  id: string;
  name: string;
}

/** The latest subscription whose name begins so. The page must be signed in as a member who looks after webhooks. */
async function findSubscriptionId(page: Page, beginning: string): Promise<string> {
  const { webhookSubscriptions } = await queryProcedure<{ webhookSubscriptions: ListedSubscription[] }>(
    page,
    "webhookSubscriptions.list",
    { limit: 200 },
  );
  const found = webhookSubscriptions.find(({ name }) => name.startsWith(beginning));
  expect(found, `a subscription ${beginning}`).toBeDefined();
  return found?.id ?? "";
}

export async function findSubscriptionPath(page: Page, beginning: string, tab = ""): Promise<string> {
  return `/o/${await findSlug(page)}/webhooks/${await findSubscriptionId(page, beginning)}${tab}`;
}

/** Opens a delivery with this status, on the tab of deliveries. */
export async function openDelivery(page: Page, status: string): Promise<void> {
  await page.getByRole("combobox", { name: "Delivery status" }).selectOption({ label: status });
  await page
    .getByRole("table")
    .getByRole("row")
    .filter({ hasText: status })
    .first()
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("group", { name: "Body" })).toBeVisible();
}
