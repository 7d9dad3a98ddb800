import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "expenses",
    path: "/o/{slug}/expenses",
    person: "attorney",
    next: [
      {
        name: "expenses-decide",
        prepare: async (page) => {
          await page
            .getByRole("button", { name: /^Decide on EXP/ })
            .first()
            .click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  { name: "billing-policy", path: "/o/{slug}/settings/billing", person: "manager" },
]);

test("an expense that a key submitted waits, and an attorney rejects it with a reason, then approves it", async ({
  request,
  browser,
}) => {
  const { keys, ids } = readDemoData();
  const client = openClient(request, keys.full);
  const description = `Crash data report ${Date.now()}`;
  const created = await client.send("POST", `/cases/${ids.caseId}/expenses`, {
    category: "expert",
    description,
    incurredOn: "2026-01-05",
    amountCents: 60_000,
    submit: true,
  });
  expect(created.status()).toBe(201);
  const { expense } = (await created.json()) as { expense: { id: string; sequenceId: string } };

  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/expenses`);
  await page.getByRole("button", { name: `Decide on ${expense.sequenceId}` }).click();
  const dialog = page.getByRole("dialog", { name: `Decide on ${expense.sequenceId}` });
  await expect(dialog).toContainText("$600.00");
  await dialog.getByRole("combobox", { name: "Decision" }).selectOption("Reject");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog.getByText("Enter why it is rejected.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The invoice is missing");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(description)).toBeHidden();
  const resubmitted = await client.send("POST", `/expenses/${expense.id}/transitions`, { status: "pending_approval" });
  expect(resubmitted.ok(), await resubmitted.text()).toBe(true);

  await page.reload();
  await page.getByRole("button", { name: `Decide on ${expense.sequenceId}` }).click();
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toBeHidden();
  const { expense: approved } = (await (await client.send("GET", `/expenses/${expense.id}`)).json()) as {
    expense: { status: string };
  };
  expect(approved.status).toBe("approved");
  await context.close();
});
