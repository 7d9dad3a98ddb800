import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { busyKey, findKeyId, findKeyPath } from "../insight.ts";
import { findSlug } from "../people.ts";
import { change } from "../reports.ts";
import { checkScreens } from "../check-screens.ts";
import { findSubscriptionPath, openDelivery } from "../webhooks.ts";

// The demo data has one that was paused after many failures, and one that somebody disabled.
const paused = "Records vendor";
const disabled = "Contact directory";

async function fillForm(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Records and documents sync" });
  await page.getByLabel("Name", { exact: true }).fill("Case mirror at Acme Analytics");
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.records-vendor.example/caseport");
}

async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const find =
  (beginning: string, tab = "") =>
  (page: Page) =>
    findSubscriptionPath(page, beginning, tab);

/** An active subscription to what never happens here. webhooks.spec.ts checks the screens of one that sends. */
async function createActive(page: Page): Promise<string> {
  const { webhookSubscription } = await change<{ webhookSubscription: { id: string } }>(
    page,
    "webhookSubscriptions.create",
    {
      keyId: await findKeyId(page, busyKey),
      name: `Active ${randomUUID()}`,
      url: "https://hooks.records-vendor.example/caseport",
      eventTypes: ["conflict_check.created"],
    },
  );
  return `/o/${await findSlug(page)}/webhooks/${webhookSubscription.id}`;
}

const list = { path: "/o/{slug}/webhooks", person: "manager" } as const;
const create = { path: "/o/{slug}/webhooks/new", person: "manager" } as const;

checkScreens([
  { ...list, name: "webhooks" },
  { ...list, name: "webhooks-nothing-matches", path: "/o/{slug}/webhooks?key=key_00000000000000000000000000" },
  { ...list, name: "webhooks-other-firm", person: "otherManager" },
  { ...list, name: "webhooks-without-permission", person: "member" },
  {
    ...create,
    name: "webhooks-new",
    next: [
      {
        name: "webhooks-new-faults",
        prepare: async (page) => {
          await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Court calendar sync" });
          await page.getByLabel("URL", { exact: true }).fill("https://hooks.example.com/caseport");
          await page.getByRole("radio", { name: "Selected event types" }).check();
          await page.getByRole("button", { name: "Create webhook" }).click();
          await expect(page.getByText("Choose at least one event type")).toBeVisible();
        },
      },
      {
        name: "webhooks-new-some",
        prepare: async (page) => {
          await fillForm(page);
          await page.getByRole("radio", { name: "Selected event types" }).check();
          await page.getByRole("checkbox", { name: "All Cases" }).check();
          await page.getByRole("checkbox", { name: "folder.created" }).check();
        },
      },
    ],
  },
  {
    ...create,
    name: "webhooks-secret-once",
    prepare: async (page) => {
      await fillForm(page);
      await page.getByRole("button", { name: "Create webhook" }).click();
      await expect(page.getByRole("dialog", { name: "Store the secret" })).toBeVisible();
      await page.getByText("Node.js endpoint that verifies signatures").click();
    },
  },
  { ...list, name: "webhook-paused", path: find(paused) },
  { ...list, name: "webhook-paused-deliveries", path: find(paused, "?tab=deliveries") },
  { ...list, name: "webhook-edit", opensMore: true, windowOnly: true, path: find(paused, "?tab=edit") },
  {
    ...list,
    name: "webhook-delivery",
    path: find(paused, "?tab=deliveries"),
    prepare: (page) => openDelivery(page, "Failed"),
  },
  {
    ...list,
    name: "webhook-test",
    path: find(disabled),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Send test" }).click();
      await expect(page.getByRole("dialog").getByText(/Not delivered/)).toBeVisible();
    },
  },
  {
    ...list,
    name: "webhook-menu",
    path: createActive,
    prepare: async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    next: [
      {
        name: "webhook-recover",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Recover events" }).click();
          await page.getByRole("dialog").getByLabel("Until").fill("2026-01-01T00:00");
          await page.getByRole("dialog").getByRole("button", { name: "Recover events" }).click();
          await expect(page.getByText("Must be after the start")).toBeVisible();
        },
      },
      {
        name: "webhook-delete",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await chooseFromMenu(page, "Delete");
          await expect(page.getByRole("alertdialog")).toBeVisible();
        },
      },
    ],
  },
  {
    ...list,
    name: "webhook-unknown",
    path: "/o/{slug}/webhooks/whs_00000000000000000000000000",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "Webhook not found" })).toBeVisible();
    },
  },
  { ...list, name: "key-webhooks", path: (page) => findKeyPath(page, "Records and documents sync", "webhooks") },
]);
