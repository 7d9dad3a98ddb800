import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "referrals",
    path: "/o/{slug}/referrals",
    person: "attorney",
    next: [
      {
        name: "referrals-sent",
        prepare: async (page) => {
          await page.getByRole("tab", { name: "Sent" }).click();
          await expect(page.getByRole("tabpanel", { name: "Sent" })).toBeVisible();
        },
      },
      {
        name: "referral",
        prepare: async (page) => {
          await page.getByRole("link", { name: /^REF-/ }).first().click();
          await expect(page.getByRole("heading", { name: "Matter" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "referral-settings",
    path: "/o/{slug}/settings/referrals",
    person: "manager",
    next: [
      {
        name: "referral-settings-add",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Add partner firm" }).click();
          await expect(page.getByRole("dialog", { name: "Add partner firm" })).toBeVisible();
        },
      },
      {
        name: "referral-settings-add-external",
        prepare: async (page) => {
          await page.getByRole("radio", { name: "Not on Caseport" }).check();
          await page.getByRole("searchbox", { name: "Contact" }).fill("no such contact");
          await expect(page.getByText("No matching contacts.")).toBeVisible();
          await page.getByRole("button", { name: "Add firm" }).click();
          await expect(page.getByText("Enter the firm’s name.")).toBeVisible();
        },
      },
      {
        name: "referral-settings-block",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Cancel" }).click();
          await page
            .getByRole("button", { name: /^Block / })
            .first()
            .click();
          await expect(page.getByRole("dialog", { name: "Block partner firm" })).toBeVisible();
        },
      },
      {
        name: "referral-settings-your-firm",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Cancel" }).click();
          await page.getByRole("tab", { name: "Your firm" }).click();
          await expect(page.getByRole("heading", { name: "Accepting referrals" })).toBeVisible();
        },
      },
    ],
  },
]);

test("a referral of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/referrals?referral=rfl_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Referral not found" })).toBeVisible();
  await page.getByRole("link", { name: "All referrals" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Referrals" })).toBeVisible();
});

test("a firm elsewhere is added, blocked with a reason, and unblocked; the keyboard alone does it", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/referrals`);
  const name = `Brandauer Trial Group ${Date.now()}`;
  await page.getByRole("button", { name: "Add partner firm" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^On Caseport/ }).focus();
  await page.keyboard.press("ArrowDown");
  await dialog.getByLabel("Firm name").fill(name);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("External");
  await expect(row).toContainText("Active");

  await row.getByRole("button", { name: `Block ${name}` }).click();
  await dialog.getByRole("button", { name: "Block firm" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("No liability insurance");
  await dialog.getByRole("button", { name: "Block firm" }).click();
  await expect(row).toContainText("Blocked: No liability insurance");

  await row.getByRole("button", { name: `Unblock ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unblock firm" }).click();
  await expect(row).not.toContainText("Blocked");
});

test("a code that no firm has is a fault of its field; approvals of a firm are changed", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/referrals`);
  await page.getByRole("button", { name: "Add partner firm" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Firm’s code").fill("2222-2222");
  await dialog.getByRole("button", { name: "Add firm" }).click();
  await expect(dialog.getByText("Enter a code such as 7QXM-2KTD-9F.")).toBeVisible();
  await dialog.getByLabel("Firm’s code").fill("2222-2222-22");
  await dialog.getByRole("button", { name: "Add firm" }).click();
  await expect(dialog.getByText("no other firm has this code")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const change = page.getByRole("button", { name: /^Edit approvals / }).first();
  for (const isTaken of [true, false]) {
    await change.click();
    await dialog.getByRole("switch", { name: "It can refer matters to your firm" }).setChecked(isTaken);
    await dialog.getByRole("button", { name: "Save approvals" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row").filter({ has: change }).getByText("Not approved")).toHaveCount(isTaken ? 0 : 1);
  }
});

test("how the firm takes referrals is saved, and its code is replaced", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/referrals?tab=your-firm`);
  const answer = page.getByLabel("Days to respond");
  await answer.fill("11");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 10.")).toBeVisible();
  const before = await answer.evaluate((input: HTMLInputElement) => input.defaultValue);
  const other = before === "4" ? "5" : "4";
  await answer.fill(other);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Referral settings saved.")).toBeVisible();
  const code = page.getByRole("group", { name: "Your code" });
  const old = await code.textContent();
  await page.getByRole("button", { name: "Replace code" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace code" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(code).not.toHaveText(old ?? "");
  await page.reload();
  await expect(answer).toHaveValue(other);
});

test("a member who manages no referrals is told who does", async ({ page }) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}/settings/referrals`);
  await expect(page.getByText("You don’t have permission to change how the firm works with other firms")).toBeVisible();
});
