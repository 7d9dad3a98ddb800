import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findKeyId, queryProcedure } from "../insight.ts";
import { findSlug } from "../people.ts";

const findKey =
  (tab = "") =>
  async (page: Page) =>
    `/o/${await findSlug(page)}/credentials/${await findKeyId(page)}${tab}`;

async function chooseVendor(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Medical records retrieval, Lakeside Records Inc.");
  await page.getByRole("button", { name: "Records retrieval vendor" }).click();
  await page
    .getByLabel("Reason for the elevated scopes")
    .fill("Lakeside requests and files the treatment records of our open cases.");
  await page.getByRole("combobox", { name: "Acting attorney" }).selectOption({ index: 1 });
  await page.getByRole("textbox", { name: "Allowed networks" }).fill("203.0.113.0/24");
  await page.getByRole("textbox", { name: "Allowed networks" }).press("Enter");
  await page.getByRole("textbox", { name: "Webhook hosts" }).fill("hooks.lakeside.example, 198.51.100.7, localhost");
  await page.getByRole("textbox", { name: "Webhook hosts" }).press("Enter");
}

/** The path of the demo data's first key with a status. */
const findFirst = (status: string) => async (page: Page) => {
  const { serviceAccounts } = await queryProcedure<{ serviceAccounts: { id: string }[] }>(
    page,
    "serviceAccounts.list",
    { status, sort: "name" },
  );
  return `/o/${await findSlug(page)}/credentials/${serviceAccounts[0]?.id ?? status}`;
};

const list = { path: "/o/{slug}/credentials", person: "manager" } as const;
const create = { opensMore: true, path: "/o/{slug}/credentials/new", person: "manager" } as const;

checkScreens([
  {
    ...list,
    name: "credentials",
    next: [
      {
        name: "credentials-selected",
        windowOnly: true,
        prepare: async (page) => {
          await page.getByLabel("Select all shown").check();
          await expect(page.getByRole("region", { name: "Selected keys" })).toBeVisible();
        },
      },
      {
        name: "credentials-replace-attorney",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Replace acting attorney" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Replace acting attorney" }).click();
          await expect(page.getByRole("dialog").getByRole("combobox", { name: "Acting attorney" })).toHaveAttribute(
            "aria-invalid",
            "true",
          );
        },
      },
      {
        name: "credentials-revoke-all",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Revoke", exact: true }).click();
          await expect(page.getByText("Enter this text to confirm")).toBeVisible();
        },
      },
    ],
  },
  { ...list, name: "credentials-nothing-matches", path: "/o/{slug}/credentials?q=zebra&status=paused" },
  { ...list, name: "credentials-other-firm", person: "otherManager" },
  { ...list, name: "credentials-without-permission", person: "member" },
  {
    ...create,
    name: "credentials-new",
    windowOnly: true,
    next: [
      {
        name: "credentials-new-faults",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Create key" }).click();
          await expect(page.getByText("Enter a name")).toBeVisible();
        },
      },
      { name: "credentials-new-filled", prepare: chooseVendor },
      {
        name: "credentials-new-leave",
        prepare: async (page) => {
          await page.getByLabel("Name", { exact: true }).fill("Half a key");
          await page.getByRole("main").getByRole("link", { name: "API keys" }).click();
          await expect(page.getByRole("alertdialog")).toBeVisible();
        },
      },
    ],
  },
  { ...create, name: "credentials-new-without-permission", person: "member" },
  {
    ...create,
    name: "credentials-secret-once",
    prepare: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Nightly sync to Acme Analytics");
      await page.getByRole("button", { name: "Read-only sync" }).click();
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("dialog", { name: "Store the secret" })).toBeVisible();
    },
  },
  {
    ...list,
    name: "key-overview",
    path: findKey(),
    next: [
      {
        name: "key-rotate",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Rotate key" }).click();
          await page.getByLabel("Also extend expiry").check();
        },
      },
      {
        name: "key-revoke",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Revoke key" }).click();
          await page.getByLabel("Enter the key’s name to confirm").fill("Something else");
          await page.getByLabel("Reason").fill("The vendor’s contract has ended.");
        },
      },
    ],
  },
  // The bar at its foot stays in the window, and would stand in the middle of a long picture.
  {
    ...list,
    name: "key-edit",
    opensMore: true,
    windowOnly: true,
    path: findKey("?tab=edit"),
    next: [
      {
        name: "key-edit-changed",
        windowOnly: true,
        prepare: async (page) => {
          await page.getByRole("checkbox", { name: "(medical:write)" }).check();
          await page.getByRole("button", { name: "Save changes" }).click();
          await expect(page.getByText("Enter why the elevated scopes are needed")).toBeVisible();
        },
      },
    ],
  },
  ...["usage", "requests", "events", "history"].map((tab) => ({
    ...list,
    name: `key-${tab}`,
    opensMore: tab === "usage",
    path: findKey(`?tab=${tab}`),
  })),
  ...["expiring", "expired", "revoked", "paused"].map((status) => ({
    ...list,
    name: `key-${status}`,
    path: findFirst(status),
  })),
  {
    ...list,
    name: "key-needs-attention",
    path: findFirst("needs_attention"),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Choose attorney" }).click();
      await expect(page.getByRole("dialog").getByText("Choose an attorney")).toBeAttached();
    },
  },
  {
    ...list,
    name: "key-unknown",
    path: "/o/{slug}/credentials/key_00000000000000000000000000",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "API key not found" })).toBeVisible();
    },
  },
]);
