import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { queryProcedure } from "../insight.ts";
import { findSlug } from "../people.ts";
import { change } from "../reports.ts";

const list = { path: "/o/{slug}/exports", person: "attorney" } as const;

async function choose(page: Page, type: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Create export" }).first().click();
  await chooseType(page, type);
}

const chooseType = (page: Page, type: RegExp) => page.getByRole("dialog").getByRole("radio", { name: type }).check();

/** Creates a small export, and waits until it is ready. */
async function createReadyExport(page: Page): Promise<void> {
  const { export: created } = await change<{ export: { id: string } }>(page, "exports.create", {
    type: "cases",
    format: "xlsx",
    matterStatus: "settled",
  });
  const isReady = async () =>
    (await queryProcedure<{ exports: { id: string }[] }>(page, "exports.list", { status: "completed" })).exports.some(
      ({ id }) => id === created.id,
    );
  await expect.poll(isReady).toBe(true);
}

checkScreens([
  // What the acts before have left: ready, canceled, waiting.
  { ...list, name: "exports" },
  { ...list, name: "exports-none-failed", path: "/o/{slug}/exports?status=failed" },
  { ...list, name: "exports-other-firm", person: "otherManager" },
  { ...list, name: "exports-without-permission", person: "member" },
  {
    ...list,
    name: "exports-new-cases",
    prepare: (page) => choose(page, /^Cases/),
    next: [
      {
        name: "exports-new-case-file",
        prepare: async (page) => {
          await chooseType(page, /^Case file/);
          await page.getByRole("searchbox", { name: "Case" }).fill("2025");
          await page.getByRole("button", { name: "Create export" }).first().click();
          await expect(page.getByText(/^Choose a case/)).toBeVisible();
          await expect(page.getByText("Searching…")).toBeHidden();
        },
      },
      { name: "exports-new-audit", prepare: (page) => chooseType(page, /^Audit log/) },
      { name: "exports-new-organization", prepare: (page) => chooseType(page, /^Whole organization/) },
    ],
  },
  {
    ...list,
    name: "exports-delete",
    path: async (page) => {
      await createReadyExport(page);
      return `/o/${await findSlug(page)}/exports?status=completed`;
    },
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Delete/ })
        .first()
        .click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
]);
