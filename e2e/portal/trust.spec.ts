import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { requestDisbursements } from "../trust.ts";
import { visit, waitUntilCalm } from "../visit.ts";

const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
};

checkScreens([
  {
    name: "trust-approvals",
    path: async (page) => {
      await requestDisbursements(page.request);
      return `/o/${await findSlug(page)}/trust`;
    },
    person: "attorney",
    next: [
      {
        name: "trust-decide",
        prepare: async (page) => {
          await page
            .getByRole("button", { name: /^Decide on D-/ })
            .first()
            .click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "trust-accounts",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await openTab("Accounts")(page);
        },
      },
      {
        name: "trust-account",
        prepare: async (page) => {
          await page.getByRole("table", { name: "Trust accounts" }).getByRole("link").first().click();
          await expect(page.getByRole("heading", { name: "Transactions" })).toBeVisible();
        },
      },
      {
        name: "trust-reconciliations",
        prepare: async (page) => {
          await openTab("Reconciliations")(page);
          await page.getByRole("combobox", { name: "Account" }).selectOption("Hartwell & Pierce IOLTA");
          await page.getByText("Matched bank lines").click();
          await expect(page.getByRole("table", { name: "Matched bank lines" })).toBeVisible();
        },
      },
      {
        name: "trust-import",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Import bank statement" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "trust-policy",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await openTab("Policy")(page);
        },
      },
    ],
  },
]);

test("a second attorney rejects what a key requested, with a reason, and approves another", async ({
  request,
  browser,
}) => {
  const [first = "", second = ""] = await requestDisbursements(request);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/trust`);
  const open = async (number: string) => {
    const name = `Decide on ${number}`;
    const button = page.getByRole("button", { name });
    // What waits longest is first: these are the last.
    while ((await button.count()) === 0) {
      await page.getByRole("button", { name: "Show more" }).click();
      await waitUntilCalm(page);
    }
    await button.click();
    return page.getByRole("dialog", { name });
  };
  const dialog = await open(first);
  await expect(dialog).toContainText("Available after");
  await dialog.getByRole("combobox", { name: "Decision" }).selectOption("Reject");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog.getByText("Enter why it is rejected.")).toBeVisible();
  await dialog.getByLabel("Note").fill("The payee is not the one of the letter");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(page.getByText("Rejected.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Decide on ${first}` })).toHaveCount(0);
  const other = await open(second);
  await other.getByRole("button", { name: "Save decision" }).click();
  await expect(page.getByText("Approved. It can be issued now.")).toBeVisible();
  await context.close();
});

const csv = [
  "Date,Description,Amount,Balance",
  "2026-01-05,Opening deposit,200.00,200.00",
  "2026-01-30,Service charge,-15.00,185.00",
];

test("an owner opens an account, imports its bank statement, finds the line at fault, closes the period and reopens it", async ({
  request,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "owner", hasSecondFactor: true }));
  const slug = await findSlug(page);
  const name = `IOLTA ${Date.now()}`;
  await visit(page, `/o/${slug}/trust?tab=accounts`);
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
  const accountId = new URL(page.url()).searchParams.get("account") ?? "";

  const client = openClient(request, readDemoData().keys.full);
  const record = async (transaction: object) => {
    const reply = await client.send("POST", `/trust-accounts/${accountId}/transactions`, transaction);
    expect(reply.status(), await reply.text()).toBe(201);
  };
  await record({ type: "firm_deposit", amountCents: 20_000, occurredOn: "2026-01-05", method: "wire" });

  await visit(page, `/o/${slug}/trust?tab=reconciliations&account=${accountId}`);
  await page.getByRole("button", { name: "Import bank statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Import bank statement" });
  await dialog.getByRole("button", { name: "Preview file" }).click();
  await expect(dialog.getByText("Choose a file.")).toBeVisible();
  const choose = (lines: readonly string[]) =>
    dialog
      .getByLabel("Bank file")
      .setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await choose([...csv, "soon,Check 12,-1.00,184.00"]);
  await dialog.getByRole("button", { name: "Preview file" }).click();
  await expect(dialog.getByText("1 row cannot be read")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import statement" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Choose another file" }).click();
  await choose(csv);
  await dialog.getByRole("button", { name: "Preview file" }).click();
  await expect(dialog.getByLabel("Opening balance (US dollars)")).toHaveValue("0.00");
  await dialog.getByLabel("Statement start date").fill("2026-01-01");
  await dialog.getByLabel("Statement end date").fill("2026-01-31");
  await dialog.getByLabel("Closing balance (US dollars)").fill("185.01");
  await expect(dialog.getByText("differ from the closing balance by $0.01")).toBeVisible();
  await dialog.getByLabel("Closing balance (US dollars)").fill("185.00");
  await dialog.getByRole("button", { name: "Import statement" }).click();
  await expect(page.getByText("Statement imported: 1 of 2 lines are matched.")).toBeVisible();

  await expect(page.getByText("Bank, book and ledgers do not agree")).toBeVisible();
  const faults = page.getByRole("region", { name: "Discrepancies" });
  await expect(faults).toContainText("The bank posted -$15.00");
  await expect(faults).toContainText("Service charge");
  const asOf = page.getByLabel("As of", { exact: true });
  await expect(asOf).toHaveValue("2026-01-31");
  // What is not a day yet changes nothing, and leaves with the focus.
  await asOf.fill("");
  await expect(page.getByText("Bank, book and ledgers do not agree")).toBeVisible();
  await asOf.blur();
  await expect(asOf).toHaveValue("2026-01-31");
  await expect(page.getByRole("button", { name: "Close period" })).toHaveCount(0);
  await faults.getByRole("button", { name: /^Match line/ }).click();
  const match = page.getByRole("dialog", { name: "Match bank line" });
  await expect(match.getByText("No transaction matches")).toBeVisible();
  await page.keyboard.press("Escape");

  await record({ type: "bank_fee", amountCents: 1_500, occurredOn: "2026-01-30" });
  await visit(page, `/o/${slug}/trust?tab=reconciliations&account=${accountId}`);
  await expect(page.getByText("Bank, book and ledgers agree")).toBeVisible();
  await page.getByText("Matched bank lines").click();
  const matched = page.getByRole("table", { name: "Matched bank lines" });
  await expect(matched).toContainText("No. 2, bank fee");
  await matched.getByRole("button", { name: "Unmatch line: Service charge" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unmatch line" }).click();
  await expect(page.getByText("Line unmatched.")).toBeVisible();
  await expect(page.getByText("Bank, book and ledgers do not agree")).toBeVisible();
  await page.getByRole("button", { name: "Match lines again" }).click();
  await expect(page.getByText("1 line matched.")).toBeVisible();
  await expect(page.getByText("Bank, book and ledgers agree")).toBeVisible();
  await page.getByRole("button", { name: "Close period" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Close period" }).click();
  await expect(page.getByText("Period closed.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Closed periods" })).toContainText("$185.00");
  const late = await client.send("POST", `/trust-accounts/${accountId}/transactions`, {
    type: "bank_fee",
    amountCents: 100,
    occurredOn: "2026-01-31",
  });
  expect(late.status()).toBe(409);

  await page.getByRole("button", { name: "Reopen period" }).click();
  const reopening = page.getByRole("dialog");
  await reopening.getByRole("button", { name: "Reopen period" }).click();
  await expect(reopening.getByText("Enter why it is reopened.")).toBeVisible();
  await reopening.getByLabel("Reason").fill("A fee was recorded twice");
  await reopening.getByRole("button", { name: "Reopen period" }).click();
  await expect(page.getByText("Period reopened.")).toBeVisible();
  await context.close();
});

test("a trust accountant sees books and reconciliations, and neither approves nor opens accounts", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "trust_accountant" }));
  await visit(page, `/o/${await findSlug(page)}/trust`);
  await expect(page.getByRole("tab", { name: "Approvals" })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Trust accounts" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create account" })).toHaveCount(0);
  await context.close();
});

test("without permission the page says who has it", async ({ page }) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}/trust`);
  await expect(page.getByRole("heading", { name: "You don’t have permission to view trust accounts" })).toBeVisible();
});
