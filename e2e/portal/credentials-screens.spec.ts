import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { lookAtScreens } from "../look-at-screen.ts";
import { findKeyId, findSlug } from "../people.ts";

async function openKey(page: Page, tab = ""): Promise<void> {
  await page.goto(`/o/${await findSlug(page)}/credentials/${await findKeyId(page)}${tab}`);
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

async function chooseVendor(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Medical records retrieval, Lakeside Records Inc.");
  await page.getByRole("button", { name: "Records retrieval vendor" }).click();
  await page.getByLabel("What the elevated scopes are needed for").fill("Lakeside requests and files the treatment records of our open cases.");
  await page.getByRole("combobox", { name: "Acting attorney" }).selectOption({ index: 1 });
  await page.getByRole("textbox", { name: "Networks" }).fill("203.0.113.0/24");
  await page.getByRole("textbox", { name: "Networks" }).press("Enter");
  await page.getByRole("textbox", { name: "Allowed hosts" }).fill("hooks.lakeside.example, https://x.example");
  await page.getByRole("textbox", { name: "Allowed hosts" }).press("Enter");
}

async function openFirst(page: Page, status: string): Promise<void> {
  await page.goto(`/o/${await findSlug(page)}/credentials?status=${status}`);
  await page.getByRole("table", { name: "Integration keys" }).getByRole("link").first().click();
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

const list = { path: "/o/{slug}/credentials", person: "manager" } as const;
const create = { path: "/o/{slug}/credentials/new", person: "manager" } as const;

lookAtScreens([
  { ...list, name: "credentials" },
  { ...list, name: "credentials-nothing-matches", path: "/o/{slug}/credentials?q=zebra&status=paused" },
  { ...list, name: "credentials-other-firm", person: "otherManager" },
  { ...list, name: "credentials-without-permission", person: "member" },
  { ...create, name: "credentials-new" },
  { ...create, name: "credentials-new-without-permission", person: "member" },
  { ...create, name: "credentials-new-filled", prepare: chooseVendor },
  {
    ...create,
    name: "credentials-new-faults",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByText("Give the key a name")).toBeVisible();
    },
  },
  {
    ...create,
    name: "credentials-new-leave",
    prepare: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Half a key");
      await page.getByRole("main").getByRole("link", { name: "API credentials" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...create,
    name: "credentials-secret-once",
    prepare: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Nightly sync to Acme Analytics");
      await page.getByRole("button", { name: "Read-only sync" }).click();
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("dialog", { name: "Store the secret now" })).toBeVisible();
    },
  },
  { ...list, name: "key-overview", prepare: (page) => openKey(page) },
  // The bar at its foot stays in the window, and would stand in the middle of a long picture.
  { ...list, name: "key-edit", windowOnly: true, prepare: (page) => openKey(page, "?tab=edit") },
  {
    ...list,
    name: "key-edit-changed",
    windowOnly: true,
    prepare: async (page) => {
      await openKey(page, "?tab=edit");
      await page.getByRole("checkbox", { name: "(medical:write)" }).check();
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText("Say what the elevated scopes are needed for")).toBeVisible();
    },
  },
  ...["usage", "requests", "events", "history"].map((tab) => ({ ...list, name: `key-${tab}`, prepare: (page: Page) => openKey(page, `?tab=${tab}`) })),
  ...["expiring", "expired", "revoked", "paused"].map((status) => ({ ...list, name: `key-${status}`, prepare: (page: Page) => openFirst(page, status) })),
  {
    ...list,
    name: "key-needs-attention",
    prepare: async (page) => {
      await openFirst(page, "needs_attention");
      await page.getByRole("button", { name: "Choose another attorney" }).click();
      await expect(page.getByRole("dialog").getByText("Choose an attorney")).toBeAttached();
    },
  },
  {
    ...list,
    name: "key-rotate",
    prepare: async (page) => {
      await openKey(page);
      await page.getByRole("button", { name: "Rotate" }).click();
      await page.getByLabel("Give it a new end, too").check();
    },
  },
  {
    ...list,
    name: "key-revoke",
    prepare: async (page) => {
      await openKey(page);
      await page.getByRole("button", { name: "Revoke" }).click();
      await page.getByLabel("Type the key’s name to confirm").fill("Something else");
      await page.getByLabel("Reason").fill("The vendor’s contract has ended.");
    },
  },
  {
    ...list,
    name: "key-unknown",
    prepare: async (page) => {
      await page.goto(`/o/${await findSlug(page)}/credentials/key_00000000000000000000000000`);
      await expect(page.getByRole("heading", { name: "There is no such key" })).toBeVisible();
    },
  },
]);
