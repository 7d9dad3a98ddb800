import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { checkScreens } from "../check-screens.ts";
import { createNumber, createStranger, createTalk, createTextable } from "../communications.ts";
import { findSlug, signIn } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const settings = "/settings/communications";
const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function fillTwilio(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account SID").fill(`AC${"0".repeat(32)}`);
  await dialog.getByLabel("Auth token", { exact: true }).fill("0123456789abcdef0123456789abcdef");
  await dialog.getByLabel("Phone numbers").fill("(312) 555-0100\n(312) 555-0101");
}

checkScreens([
  {
    name: "communication-settings",
    path: `/o/{slug}${settings}`,
    person: "manager",
    next: [
      {
        name: "communication-settings-connect",
        prepare: async (page) => {
          await page.getByRole("button", { name: /^Connect (another )?provider$/ }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "communication-settings-suppressions",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await openTab(page, "Suppressions");
          await expect(page.getByRole("heading", { name: "Suppressed numbers and addresses" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "messages",
    path: async (page) => {
      await createTalk();
      await createStranger(createNumber());
      return `/o/${await findSlug(page)}/messages`;
    },
    person: "attorney",
    next: [
      {
        name: "messages-find",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Find a case" }).click();
          await page.getByRole("dialog").getByRole("searchbox").fill("Vance");
          await expect(page.getByRole("list", { name: "Matching cases" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "messages-thread",
    path: async (page) => {
      const { conversationId } = await createTalk();
      return `/o/${await findSlug(page)}/messages?conversation=${conversationId}`;
    },
    person: "attorney",
    opensMore: true,
    next: [
      {
        name: "messages-case",
        prepare: async (page) => {
          await page.setViewportSize({ width: 1280, height: 900 });
          await page
            .getByRole("region", { name: /^Nora/ })
            .getByRole("link", { name: /^\d{4}-/ })
            .click();
          await expect(page.getByRole("link", { name: "All cases of the client" })).toBeVisible();
          await expect(page.getByText("Explained how the deposition goes.")).toBeVisible();
        },
      },
    ],
  },
]);

test("a provider is connected and shown without its secrets, changed, and disconnected", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}${settings}`);
  await page.getByRole("button", { name: /^Connect (another )?provider$/ }).click();
  const dialog = page.getByRole("dialog");
  // What is missing stands at its field, and the first one has the focus.
  await dialog.getByRole("button", { name: "Connect provider" }).click();
  await expect(dialog.getByLabel("Account SID")).toBeFocused();
  await expect(dialog.getByText("Enter at least one phone number.")).toBeVisible();
  await fillTwilio(page);
  await dialog.getByLabel("Phone numbers").fill("12");
  await dialog.getByRole("button", { name: "Connect provider" }).click();
  await expect(dialog.getByText(/not a phone number/i)).toBeVisible();
  await fillTwilio(page);
  await dialog.getByRole("button", { name: "Connect provider" }).click();
  await expect(page.getByText("Provider connected.")).toBeVisible();
  await expect(page.getByText("+13125550100")).toBeVisible();
  await expect(page.getByText(/\/api\/text\/cpt_/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Copy.*webhook URL/ })).toBeVisible();
  await expectAccessible(page, "all", "connected provider");
  await takePicture(page, "communication-settings-connected");
  expect(await page.content()).not.toContain("0123456789abcdef0123456789abcdef");

  await page.getByRole("button", { name: "Edit connection" }).click();
  await expect(dialog.getByLabel("Auth token", { exact: true })).toHaveValue("");
  await dialog.getByLabel("The provider replies to STOP, START and HELP").uncheck();
  await dialog.getByRole("button", { name: "Save connection" }).click();
  await expect(page.getByText("Connection saved.")).toBeVisible();

  await page.getByRole("button", { name: "Disconnect provider" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect provider" }).click();
  await expect(page.getByText("Provider disconnected.")).toBeVisible();
  await expect(page.getByText("No provider is connected.")).toBeVisible();
});

test("hours, limit and replies are saved, and what is out of range stands at its field", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}${settings}`);
  await page.getByLabel("Daily message limit").fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 100,000.")).toBeVisible();
  const limit = String(2_000 + (Date.now() % 1_000));
  await page.getByLabel("Daily message limit").fill(limit);
  await page.getByLabel("Send texts from").selectOption({ label: "8:30 AM" });
  await page.getByLabel("Reply to HELP").fill("Hart & Lowe, (312) 555-0100. Reply STOP to opt out.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Daily message limit")).toHaveValue(limit);
  await expect(page.getByLabel("Send texts from")).toHaveValue("08:30");
});

test("a number is suppressed, found, and its suppression ended with a reason", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}${settings}?tab=suppressions`);
  const number = createNumber();
  await page.getByRole("button", { name: "Suppress an address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Number or address").fill("12");
  await dialog.getByRole("button", { name: "Suppress address" }).click();
  await expect(dialog.getByText("Enter a phone number or an email address.")).toBeVisible();
  await dialog.getByLabel("Number or address").fill(number);
  await dialog.getByRole("button", { name: "Suppress address" }).click();
  await expect(page.getByText("Address suppressed.")).toBeVisible();
  await page.getByLabel("Search by number or address").fill(number.slice(2));
  const row = page.getByRole("row", { name: number });
  await expect(row.getByText("Added by a member")).toBeVisible();
  await row.getByRole("button", { name: "End suppression" }).click();
  await dialog.getByRole("button", { name: "End suppression" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("She called and asked for texts.");
  await dialog.getByRole("button", { name: "End suppression" }).click();
  await expect(page.getByText("Suppression ended.")).toBeVisible();
  await expect(row.getByText("She called and asked for texts.")).toBeVisible();
});

test("a client who waits is read, a scheduled text is canceled, and no answer is needed", async ({ page }) => {
  const { name } = await createTalk();
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/messages`);
  // By keyboard alone.
  const row = page.getByRole("link", { name: new RegExp(`^${name}`) });
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
  const messages = page.getByRole("region", { name: "messages" });
  await expect(messages.getByText("When do I have to be at the deposition?")).toBeVisible();
  await expect(messages.getByText("The carrier filtered it.")).toBeVisible();
  await messages.getByRole("button", { name: "Cancel message" }).click();
  await expect(page.getByText("Message canceled.")).toBeVisible();
  await expect(messages.getByText("Canceled")).toBeVisible();
  await page.getByRole("button", { name: "No reply needed" }).click();
  await expect(page.getByText("Marked as no reply needed.")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("a text of a number that two clients have is linked to the case that a person chooses", async ({ page }) => {
  const { conversationId } = await createStranger(createNumber());
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/messages?box=unlinked&conversation=${conversationId}`);
  await page.getByRole("button", { name: "Link to a case" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Link conversation" }).click();
  await expect(dialog.getByText("Choose a case or a lead.")).toBeVisible();
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("button", { name: "Link conversation" }).click();
  await expect(page.getByText("Conversation linked.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Link to a case" })).toHaveCount(0);
});

test("a text is written in a case after consent was recorded with its proof, and stands in the timeline", async ({
  page,
}) => {
  const { caseId } = await createTextable();
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/messages?case=${caseId}`);
  await page.getByRole("button", { name: "Write a text" }).click();
  const form = page.getByRole("form", { name: "Write a text" });
  await expect(form.getByText("No consent to texts.")).toBeVisible();
  await form.getByLabel("Text", { exact: true }).fill(`Your records arrived. ${"We will call you. ".repeat(9)}`);
  await expect(form.getByRole("button", { name: "Send text" })).toBeDisabled();
  await form.getByRole("button", { name: "Record consent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Record consent" }).click();
  await expect(dialog.getByText("Enter what the person agreed to.")).toBeVisible();
  await dialog.getByLabel("Proof").fill("Asked on the phone whether we may text her. She said yes.");
  await dialog.getByRole("button", { name: "Record consent" }).click();
  await expect(page.getByText("Consent recorded.")).toBeVisible();
  await expect(form.getByText(/^2 segments, billed as 2 texts\./)).toBeVisible();
  await expectAccessible(page, "all", "composer");
  await takePicture(page, "messages-composer");
  await form.getByLabel("Text", { exact: true }).press("Control+Enter");
  await expect(page.getByText(/Sending message\.|Scheduled for/)).toBeVisible();
  await expect(page.getByRole("region", { name: "messages" }).getByText("Your records arrived.")).toBeVisible();
  await expect(form.getByLabel("Text", { exact: true })).toHaveValue("");
  await form.getByRole("button", { name: "View consent" }).click();
  await expect(dialog.getByText("She said yes.")).toBeVisible();
  await expectAccessible(page, "all", "consent");
  await takePicture(page, "messages-consent");
});

test("on a phone the conversation stands in the place of the list, with a way back", async ({ page }) => {
  const { conversationId } = await createTalk();
  await signIn(page, "attorney");
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/o/${await findSlug(page)}/messages?conversation=${conversationId}`);
  await expect(page.getByRole("tab", { name: "Waiting" })).toBeHidden();
  await page.getByRole("link", { name: "All conversations" }).click();
  await expect(page.getByRole("tab", { name: "Waiting" })).toBeVisible();
});
