import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/** A firm's file: uploaded, mapped, checked, imported, its rejected rows downloaded, and undone. */

const list = { path: "/o/{slug}/settings/imports", person: "manager" } as const;

/** Three clients, the last without a last name. */
const writeFile = (mark: string) =>
  `Client ID,First Name,Surname of client,DOB\n${mark}-1,Elena,Marsh,4/17/1988\n${mark}-2,Ali,Reyes,11/2/1979\n${mark}-3,Kim,,5/6/1990\n`;

async function uploadFile(page: Page, mark: string): Promise<void> {
  await page.getByRole("button", { name: "Upload file" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Upload file" });
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(writeFile(mark)) });
  await dialog.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByRole("button", { name: "Import 3 rows" })).toBeVisible();
}

checkScreens([
  {
    ...list,
    name: "imports-ready",
    prepare: (page) => uploadFile(page, `screen-${Date.now()}`),
  },
  {
    ...list,
    name: "imports-upload",
    prepare: (page) => page.getByRole("button", { name: "Upload file" }).first().click(),
  },
  { ...list, name: "imports-without-permission", person: "member" },
]);

test("a file is imported and undone", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/imports`);
  await uploadFile(page, `flow-${Date.now()}`);

  await test.step("a column that was not recognized gets its field", async () => {
    const field = page.getByRole("combobox", { name: "Field for Surname of client" });
    await expect(field).toHaveValue("");
    await field.selectOption("Last name");
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(field).toHaveValue("lastName");
  });

  await test.step("a check writes nothing, and shows the row with a fault", async () => {
    await page.getByRole("button", { name: "Check all rows" }).click();
    await expect(page.getByText("Nothing was written. This is what the import would do.")).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole("region", { name: "Rejected rows" }).getByText("Surname of client:")).toBeVisible();
  });

  await test.step("the import writes the others, and gives the rejected row back", async () => {
    await page.getByRole("button", { name: "Import 3 rows" }).click();
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Rejected rows" }).getByText("Surname of client:")).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download rejected rows" }).click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toContain("Rejected because");
  });

  await test.step("undo deletes what it created", async () => {
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  });
});
