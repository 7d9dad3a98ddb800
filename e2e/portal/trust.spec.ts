import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createColleague } from "../colleagues.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
};

checkScreens([
  {
    name: "trust-accounts",
    path: "/o/{slug}/trust",
    person: "attorney",
    next: [{ name: "trust-policy", prepare: openTab("Policy") }],
  },
]);

test("an owner opens an account, and closes it while it is empty", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "owner", hasSecondFactor: true }));
  const name = `IOLTA ${Date.now()}`;
  await visit(page, `/o/${await findSlug(page)}/trust`);
  await page.getByRole("button", { name: "Create account" }).click();
  const creation = page.getByRole("dialog", { name: "Create trust account" });
  await creation.getByRole("button", { name: "Create account" }).click();
  await expect(creation.getByText("Enter four digits.")).toBeVisible();
  await creation.getByLabel("Name").fill(name);
  await creation.getByLabel("Bank", { exact: true }).fill("First Bank");
  await creation.getByLabel("Last four digits of the account number").fill("0042");
  await creation.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Transactions" })).toBeVisible();
  await page.getByRole("button", { name: "Close account" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Close account" }).click();
  await expect(page.getByText("Account closed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Close account" })).toHaveCount(0);
  await context.close();
});

test("a trust accountant sees the books, and does not open accounts", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "trust_accountant" }));
  await visit(page, `/o/${await findSlug(page)}/trust`);
  await expect(page.getByRole("tab", { name: "Accounts" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await context.close();
});

test("without permission the page says who has it", async ({ page }) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}/trust`);
  await expect(page.getByRole("heading", { name: "You don’t have permission to view trust accounts" })).toBeVisible();
});
