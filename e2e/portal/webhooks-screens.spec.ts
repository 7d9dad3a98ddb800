import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { open, openKey } from "../insight.ts";
import { lookAtScreens } from "../look-at-screen.ts";
import { openSubscription } from "../webhooks.ts";

// Of the demonstration: one that was paused after many failures, and one that somebody disabled. The journey leaves an active one.
const paused = "Records vendor";
const disabled = "Contact directory";
const active = "Mirror of cases";

async function fillForm(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Records and documents sync" });
  await page.getByLabel("Name", { exact: true }).fill("Case mirror at Acme Analytics");
  await page.getByLabel("URL").fill("https://hooks.records-vendor.example/caseport");
}

async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More about this subscription" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function openDelivery(page: Page, beginning: string, status: string): Promise<void> {
  await openSubscription(page, beginning, "?tab=deliveries");
  await page.getByRole("combobox", { name: "Status of deliveries" }).selectOption({ label: status });
  await page.getByRole("table").getByRole("row").filter({ hasText: status }).first().getByRole("button").click();
  await expect(page.getByRole("dialog").getByRole("group", { name: "Body" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

const list = { path: "/o/{slug}/webhooks", person: "manager" } as const;
const create = { path: "/o/{slug}/webhooks/new", person: "manager" } as const;

lookAtScreens([
  { ...list, name: "webhooks" },
  { ...list, name: "webhooks-nothing-matches", path: "/o/{slug}/webhooks?key=key_00000000000000000000000000" },
  { ...list, name: "webhooks-other-firm", person: "otherManager" },
  { ...list, name: "webhooks-without-permission", person: "member" },
  { ...create, name: "webhooks-new" },
  {
    ...create,
    name: "webhooks-new-some",
    prepare: async (page) => {
      await fillForm(page);
      await page.getByRole("radio", { name: "Only some" }).check();
      await page.getByRole("checkbox", { name: "All of Cases" }).check();
      await page.getByRole("checkbox", { name: "folder.created" }).check();
    },
  },
  {
    ...create,
    name: "webhooks-new-faults",
    prepare: async (page) => {
      await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Court calendar sync" });
      await page.getByLabel("URL").fill("https://hooks.example.com/caseport");
      await page.getByRole("radio", { name: "Only some" }).check();
      await page.getByRole("button", { name: "Create subscription" }).click();
      await expect(page.getByText("Choose at least one event type")).toBeVisible();
    },
  },
  {
    ...create,
    name: "webhooks-secret-once",
    prepare: async (page) => {
      await fillForm(page);
      await page.getByRole("button", { name: "Create subscription" }).click();
      await expect(page.getByRole("dialog", { name: "Store the secret now" })).toBeVisible();
      await page.getByText("A receiver in Node that verifies").click();
    },
  },
  { ...list, name: "webhook-active", prepare: (page) => openSubscription(page, active) },
  { ...list, name: "webhook-paused", prepare: (page) => openSubscription(page, paused) },
  { ...list, name: "webhook-paused-deliveries", prepare: (page) => openSubscription(page, paused, "?tab=deliveries") },
  { ...list, name: "webhook-edit", windowOnly: true, prepare: (page) => openSubscription(page, paused, "?tab=edit") },
  { ...list, name: "webhook-delivery", prepare: (page) => openDelivery(page, paused, "Failed") },
  { ...list, name: "webhook-delivery-redeliver", prepare: (page) => openDelivery(page, active, "Succeeded") },
  {
    ...list,
    name: "webhook-test",
    prepare: async (page) => {
      await openSubscription(page, disabled);
      await page.getByRole("button", { name: "Send a test" }).click();
      await expect(page.getByRole("dialog").getByText(/It did not arrive/)).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    ...list,
    name: "webhook-menu",
    prepare: async (page) => {
      await openSubscription(page, active);
      await page.getByRole("button", { name: "More about this subscription" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    ...list,
    name: "webhook-recover",
    prepare: async (page) => {
      await openSubscription(page, active);
      await page.getByRole("button", { name: "Recover" }).click();
      await page.getByRole("dialog").getByLabel("Until").fill("2026-01-01T00:00");
      await page.getByRole("dialog").getByRole("button", { name: "Recover" }).click();
      await expect(page.getByText("This is not after the beginning")).toBeVisible();
    },
  },
  {
    ...list,
    name: "webhook-delete",
    prepare: async (page) => {
      await openSubscription(page, active);
      await chooseFromMenu(page, "Delete");
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...list,
    name: "webhook-unknown",
    prepare: async (page) => {
      await open(page, "/webhooks/whs_00000000000000000000000000");
      await expect(page.getByRole("heading", { name: "There is no such subscription" })).toBeVisible();
    },
  },
  { ...list, name: "key-webhooks", prepare: (page) => openKey(page, "Records and documents sync", "webhooks") },
]);
