import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import {
  createDraft,
  handlingSlug,
  recordReferral,
  sendReferral,
  sharesOfFee,
  type SentReferral,
} from "../referrals.ts";
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
    name: "referral-unanswered",
    path: async (page) => {
      const { receivedId } = await sendReferral(page.request);
      return `/o/${handlingSlug}/referrals?referral=${receivedId}`;
    },
    person: "manager",
    next: [
      {
        name: "referral-accept",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Accept referral" }).click();
          await expect(page.getByRole("dialog", { name: /^Accept REF-/ })).toBeVisible();
          await page.getByRole("dialog").getByRole("button", { name: "Accept referral" }).click();
          await expect(page.getByText("Confirm the terms.")).toBeVisible();
        },
      },
      {
        name: "referral-decline",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Cancel" }).click();
          await page.getByRole("button", { name: "Decline referral" }).click();
          await expect(page.getByRole("dialog", { name: /^Decline REF-/ })).toBeVisible();
        },
      },
      {
        name: "referral-conflict-check",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Cancel" }).click();
          await page.getByRole("button", { name: "Run conflict check" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Run conflict check" }).click();
          await expect(page.getByRole("list", { name: "Matches" })).toContainText("Dana Prewitt");
        },
      },
    ],
  },
  {
    name: "referral-draft",
    path: async (page) => `/o/${await findSlug(page)}/referrals?referral=${await createDraft(page.request)}`,
    person: "manager",
    next: [
      {
        name: "referral-send",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Send referral" }).click();
          await expect(page.getByRole("alertdialog", { name: /^Send REF-/ })).toBeVisible();
        },
      },
      {
        name: "referral-withdraw",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Cancel" }).click();
          await page.getByRole("button", { name: "Withdraw referral" }).click();
          await expect(page.getByRole("dialog", { name: /^Withdraw REF-/ })).toBeVisible();
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

/** Sends a referral, and opens it at the firm that received it. */
async function openReceived(page: Page): Promise<SentReferral> {
  const sent = await sendReferral(page.request);
  await signIn(page, "manager");
  await visit(page, `/o/${handlingSlug}/referrals?referral=${sent.receivedId}`);
  return sent;
}

test("a referral is accepted by keyboard, by the terms that changed meanwhile; the client is shown", async ({
  page,
}) => {
  const { id, client } = await openReceived(page);
  await expect(page.getByRole("heading", { name: "Client", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Accept referral" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your firm pays Hartwell & Pierce 1/3 of the attorney fee.")).toBeVisible();
  const agreed = dialog.getByRole("checkbox", { name: "Your firm agrees to these terms" });
  await agreed.focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("combobox", { name: /^Handling attorney/ }).selectOption({ index: 1 });
  const terms = { ...sharesOfFee, rate: { basisPoints: 2_500 } };
  expect((await client.send("PUT", `/referrals/${id}/fee-terms`, { terms })).status()).toBe(200);
  const accept = dialog.getByRole("button", { name: "Accept referral" });
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Your firm pays Hartwell & Pierce 25% of the attorney fee.")).toBeVisible();
  await expect(dialog.getByText("The terms have changed")).toBeVisible();
  await expect(agreed).not.toBeChecked();
  await agreed.focus();
  await page.keyboard.press("Space");
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/ was accepted\. Case .+ was created\./)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Client", exact: true })).toBeVisible();
  await expect(page.getByText(/^Philippa Marchetti/).first()).toBeVisible();
});

test("a referral that is withdrawn while it is being accepted says so, and stays withdrawn", async ({ page }) => {
  const { id, client } = await openReceived(page);
  await page.getByRole("button", { name: "Accept referral" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Your firm agrees to these terms" }).check();
  await dialog.getByRole("combobox", { name: /^Handling attorney/ }).selectOption({ index: 1 });
  const withdrawn = { status: "withdrawn", reason: "The client stays" };
  expect((await client.send("POST", `/referrals/${id}/transitions`, withdrawn)).status()).toBe(200);
  await dialog.getByRole("button", { name: "Accept referral" }).click();
  await expect(dialog.getByText("This referral is now: Withdrawn")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Accept referral" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByText("Withdrawn", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept referral" })).toBeHidden();
});

test("a referral is reviewed and declined with a reason, which the other firm reads", async ({ page }) => {
  const { id, client } = await openReceived(page);
  await page.getByRole("button", { name: "Start review" }).click();
  await expect(page.getByText("Under review", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start review" })).toBeHidden();
  await page.getByRole("button", { name: "Decline referral" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The client’s details were not shared with your firm.")).toBeVisible();
  await dialog.getByRole("button", { name: "Decline referral" }).click();
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Reason/ }).selectOption({ label: "No capacity" });
  await dialog.getByLabel("Note").fill("Full until spring");
  await dialog.getByRole("button", { name: "Decline referral" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Declined", { exact: true })).toBeVisible();
  const { referral } = (await (await client.get(`/referrals/${id}`)).json()) as { referral: object };
  expect(referral).toMatchObject({ status: "declined", statusReason: "capacity" });
});

test("a conflict check is run with the names that came, its match decided, and it is closed", async ({ page }) => {
  await openReceived(page);
  const card = page.getByRole("region", { name: "Conflict check" });
  await expect(card.getByText("No conflict check yet.")).toBeVisible();
  await card.getByRole("button", { name: "Run conflict check" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Names")).toHaveValue("Philippa Marchetti\nDana Prewitt");
  await dialog.getByLabel("Names").fill("Dana Prewitt");
  await dialog.getByRole("button", { name: "Run conflict check" }).click();
  await expect(card.getByRole("list", { name: "Matches" })).toContainText("Dana Prewitt");
  await expect(card.getByRole("button", { name: "Close check" })).toBeDisabled();
  for (const each of await card.getByRole("combobox").all()) {
    await each.selectOption({ label: "No conflict" });
    await expect(each).toBeEnabled();
    await expect(each).toHaveValue("no_conflict");
  }
  await card.getByRole("button", { name: "Close check" }).click();
  await dialog.getByRole("button", { name: "Close check" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("Clear", { exact: true })).toBeVisible();
});

test("a draft is sent and withdrawn in the portal", async ({ page }) => {
  const id = await createDraft(page.request);
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/referrals?referral=${id}`);
  await page.getByRole("button", { name: "Send referral" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send referral" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await page.getByRole("button", { name: "Withdraw referral" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Withdraw referral" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The client stays");
  await dialog.getByRole("button", { name: "Withdraw referral" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Withdrawn", { exact: true })).toBeVisible();
  await expect(page.getByText("The client stays")).toBeVisible();
});

test("a referral from a firm elsewhere: a paralegal is offered no response, a manager accepts it", async ({ page }) => {
  const id = await recordReferral(page.request);
  await signIn(page, "member");
  const path = `/o/${await findSlug(page)}/referrals?referral=${id}`;
  await visit(page, path);
  await expect(page.getByRole("heading", { name: "Matter" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept referral" })).toBeHidden();
  await signIn(page, "manager");
  await visit(page, path);
  await page.getByRole("button", { name: "Accept referral" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Your firm agrees to these terms" }).check();
  await dialog.getByRole("combobox", { name: /^Handling attorney/ }).selectOption({ index: 1 });
  await dialog.getByRole("radio", { name: "Link a case later" }).check();
  await dialog.getByRole("button", { name: "Accept referral" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
});
