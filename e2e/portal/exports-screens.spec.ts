import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { lookAtScreens } from "../look-at-screen.ts";

const list = { path: "/o/{slug}/exports", person: "manager" } as const;

async function choose(page: Page, type: RegExp): Promise<void> {
  await page.getByRole("button", { name: "New export" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: type }).check();
}

lookAtScreens([
  // What the acts before have left: ready, cancelled, waiting.
  { ...list, name: "exports" },
  { ...list, name: "exports-none-failed", path: "/o/{slug}/exports?status=failed" },
  { ...list, name: "exports-other-firm", person: "otherManager" },
  { ...list, name: "exports-without-permission", person: "member" },
  { ...list, name: "exports-new-cases", prepare: (page) => choose(page, /^Cases/) },
  {
    ...list,
    name: "exports-new-case-file",
    prepare: async (page) => {
      await choose(page, /^Case file/);
      await page.getByRole("searchbox", { name: "Case" }).fill("2025");
      await page.getByRole("button", { name: "Make the export" }).click();
      await expect(page.getByText(/^Choose the case/)).toBeVisible();
      await expect(page.getByText("Searching…")).toBeHidden();
    },
  },
  { ...list, name: "exports-new-audit", prepare: (page) => choose(page, /^Audit trail/) },
  { ...list, name: "exports-new-organization", prepare: (page) => choose(page, /^Whole organization/) },
  {
    ...list,
    name: "exports-delete",
    path: "/o/{slug}/exports?status=completed",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Delete/ }).first().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
]);
