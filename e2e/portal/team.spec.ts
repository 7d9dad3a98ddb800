import { expect, type Locator, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createColleague } from "../colleagues.ts";
import { queryProcedure } from "../insight.ts";
import { findPasswordLink, waitForMail } from "../mails.ts";
import { findSlug, signIn } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { readDemoData } from "../demo-data.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/** The row of a member, found by the email address in it. */
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

const attorneyRow = (page: Page) => rowOf(page, readDemoData().portal.attorney.email);

/** Opens the menu of a member and chooses from it. */
async function choose(page: Page, row: Locator, item: RegExp): Promise<void> {
  await row.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
}

checkScreens([
  {
    name: "team",
    path: "/o/{slug}/team",
    person: "manager",
    next: [
      {
        name: "team-invite",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Invite member" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "team-invite-faults",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Send invitation" }).click();
          await expect(page.getByText("Enter a first name.")).toBeVisible();
        },
      },
    ],
  },
  { name: "team-nobody", path: "/o/{slug}/team?q=zzzz", person: "manager" },
  { name: "team-without-permission", path: "/o/{slug}/team", person: "member" },
  {
    name: "team-menu",
    // With one row the menu covers no other row's button, which would be too small a target.
    path: "/o/{slug}/team?q=eleanor",
    person: "manager",
    prepare: async (page) => {
      await attorneyRow(page)
        .getByRole("button", { name: /^Actions/ })
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    next: [
      {
        name: "team-edit",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await choose(page, attorneyRow(page), /Change role/);
        },
      },
      {
        name: "team-edit-attorney",
        prepare: async (page) => {
          await page.getByLabel("Attorney", { exact: true }).uncheck();
          await expect(page.getByText(/will stop immediately/)).toBeVisible();
        },
      },
      {
        name: "team-profile",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await choose(page, attorneyRow(page), /Edit profile/);
          await page.getByRole("button", { name: "Add admission" }).click();
          await expect(page.getByLabel("Office", { exact: true })).toContainText("Cherry Hill");
        },
      },
      {
        name: "team-absence",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await choose(page, attorneyRow(page), /Set absence/);
        },
      },
      {
        name: "team-suspend",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await choose(page, attorneyRow(page), /Suspend/);
          await expect(page.getByText(/will stop immediately/)).toBeVisible();
        },
      },
      {
        name: "team-deactivate",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await choose(page, attorneyRow(page), /Deactivate/);
          await expect(page.getByText(/will stop immediately/)).toBeVisible();
        },
      },
    ],
  },
]);

/** @param q what is searched for: the firm has more members than a page, because other tests add some */
async function openTeam(page: Page, q = ""): Promise<void> {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/team${q === "" ? "" : `?q=${q}`}`);
}

test("in a window of 1280 px, all columns and menus of the members are in view, however long an address is", async ({
  page,
}) => {
  const { email } = await createColleague();
  await page.setViewportSize({ width: 1280, height: 900 });
  await openTeam(page, email);
  const row = rowOf(page, email);
  await expect(row).toContainText("Active");
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole("button", { name: /^Actions/ })).toBeInViewport({ ratio: 1 });
  const table = page.getByRole("table", { name: "Members by name" });
  expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("a member is invited, invited again and changed, and the invitation is withdrawn", async ({ page }) => {
  await openTeam(page);
  const email = `vera.${Date.now()}@new.example`;
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("First name").fill("Vera");
  await page.getByLabel("Last name").fill("Lindgren-Okoye");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("paralegal");
  await page.getByLabel("View the audit log").check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Vera Lindgren-Okoye was invited.")).toBeVisible();

  await page.getByLabel("Search by name or email address").fill(email);
  const row = rowOf(page, email);
  await expect(row).toContainText("Invited");
  await expect(page).toHaveURL(/q=vera/);
  await expect(page.getByRole("row")).toHaveCount(2);

  await choose(page, row, /Resend invitation/);
  await page.getByRole("button", { name: "Resend invitation" }).click();
  await expect(page.getByRole("alert")).toHaveText("The invitation was sent less than 10 minutes ago");
  await page.getByRole("button", { name: "Cancel" }).click();

  await choose(page, row, /Change role/);
  await page.getByLabel("Role", { exact: true }).selectOption("billing");
  await page.getByLabel("Attorney", { exact: true }).check();
  const byApi = page.getByLabel("API keys managed by API can act for this attorney");
  await byApi.check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(row).toContainText("Billing");
  await choose(page, row, /Change role/);
  await expect(byApi).toBeChecked();
  await page.keyboard.press("Escape");

  await choose(page, row, /Withdraw/);
  await page.getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(row).toContainText("Deactivated");
  await choose(page, row, /Reactivate/);
  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(row).toContainText("Invited");
});

test("a fault is reported at its field, which gets the focus", async ({ page }) => {
  await openTeam(page);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("First name").fill("Again");
  await page.getByLabel("Last name").fill("Again");
  const email = page.getByRole("textbox", { name: "Email address" });
  await email.fill(readDemoData().portal.attorney.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Is already a member.")).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute("aria-invalid", "true");
});

test("the deactivation dialog names the keys that will stop, and Escape changes nothing", async ({ page }) => {
  await openTeam(page, "eleanor");
  await attorneyRow(page)
    .getByRole("button", { name: /^Actions/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: /Deactivate/ })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("will stop immediately");
  await expect(dialog.getByRole("link").first()).toHaveAttribute("href", /\/credentials\/key_/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(attorneyRow(page).getByRole("button", { name: /^Actions/ })).toBeFocused();
  await expect(attorneyRow(page)).toContainText("Active");
});

test("the keys of a deactivated attorney are reassigned in the dialog, and keep working", async ({ page }) => {
  const { email, name } = await createColleague({ role: "attorney", isAttorney: true });
  await openTeam(page);
  const slug = await findSlug(page);
  const { attorneys } = await queryProcedure<{ attorneys: { memberId: string; email: string }[] }>(
    page,
    "keys.listAttorneys",
    {},
  );
  const actingAttorneyId = attorneys.find((attorney) => attorney.email === email)?.memberId;
  const successor =
    attorneys.find((attorney) => attorney.email === readDemoData().portal.attorney.email)?.memberId ?? "";
  const created = await page.request.post("/api/trpc/serviceAccounts.create", {
    headers: { "x-organization": slug, Origin: new URL(page.url()).origin },
    data: {
      name: `Key of ${name}`,
      scopes: ["documents:write"],
      actingAttorneyId,
      validUntil: new Date(Date.now() + 86_400_000 * 60).toISOString(),
    },
  });
  const { result } = (await created.json()) as { result: { data: { serviceAccount: { id: string } } } };
  await visit(page, `/o/${slug}/team?q=${email}`);
  await choose(page, rowOf(page, email), /Deactivate/);
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("link", { name: `Key of ${name}` })).toBeVisible();
  await dialog.getByLabel("Reassign these keys to").selectOption(successor);
  await dialog.getByRole("button", { name: "Deactivate member" }).click();
  await expect(page.getByText(`${name} was deactivated. One key has another acting attorney.`)).toBeVisible();
  const { serviceAccount } = await queryProcedure<{ serviceAccount: object }>(page, "serviceAccounts.get", {
    serviceAccountId: result.data.serviceAccount.id,
  });
  expect(serviceAccount).toMatchObject({ status: "active", actingAttorney: { attorneyId: successor } });
});

test("an attorney’s only admission becomes inactive, and they cannot act for keys; they are absent, suspended and reactivated", async ({
  page,
}) => {
  const { email, name } = await createColleague({ role: "attorney", isAttorney: true });
  await openTeam(page);
  await visit(page, `/o/${await findSlug(page)}/team?q=${email}`);
  const row = rowOf(page, email);
  await choose(page, row, /Edit profile/);
  await page.getByLabel("Job title").fill("Associate");
  await page.getByLabel("Office", { exact: true }).selectOption({ label: "Cherry Hill" });
  await page.getByRole("button", { name: "Add admission" }).click();
  await page.getByLabel("Status of admission 1").selectOption("inactive");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(row).toContainText("Cannot act for API keys");
  await choose(page, row, /Edit profile/);
  await expect(page.getByLabel("Job title")).toHaveValue("Associate");
  await expect(page.getByLabel("Office", { exact: true }).locator("option:checked")).toHaveText("Cherry Hill");
  await page.keyboard.press("Escape");

  await choose(page, row, /Set absence/);
  await page.getByLabel("First day").fill("2099-07-06");
  await page.getByLabel("Last day").fill("2099-07-17");
  await page.getByRole("button", { name: "Save absence" }).click();
  await expect(row).toContainText("Absent Mon, Jul 6, 2099 to Fri, Jul 17, 2099");
  await choose(page, row, /Set absence/);
  await page.getByRole("button", { name: "End absence" }).click();
  await expect(row).not.toContainText("Absent");

  await choose(page, row, /Suspend/);
  await page.getByLabel("Reason").fill("Under review");
  await page.getByRole("button", { name: "Suspend member" }).click();
  await expect(page.getByText(`${name} was suspended.`)).toBeVisible();
  await expect(row).toContainText("Suspended");
  await choose(page, row, /Reactivate/);
  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(row).toContainText("Active");
});

test("a member without the permission sees the team, and changes only their own absence", async ({ page }) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}/team?q=li`);
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await expect(page.getByRole("button", { name: /Invite/ })).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Two-factor authentication" })).toHaveCount(0);
  const menu = page.getByRole("button", { name: /Actions/ });
  await expect(menu).toHaveCount(1);
  await menu.click();
  await expect(page.getByRole("menuitem")).toHaveText(["Set absence…"]);
  await page.getByRole("menuitem").click();
  await page.getByLabel("First day").fill("2098-07-06");
  await page.getByLabel("Last day").fill("2098-07-17");
  await page.getByRole("button", { name: "Save absence" }).click();
  await expect(page.getByText("Absent Sun, Jul 6, 2098 to Thu, Jul 17, 2098")).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem").click();
  await page.getByRole("button", { name: "End absence" }).click();
  await expect(page.getByText("Absent Sun, Jul 6, 2098 to Thu, Jul 17, 2098")).toHaveCount(0);
});

test("a member without an account is sent an invitation, and stays active", async ({ page }) => {
  await signIn(page, "manager");
  const begin = Date.now();
  await visit(page, `/o/${await findSlug(page)}/team?q=adeyemi`);
  const row = page.getByRole("row").filter({ hasText: "Adeyemi" });
  await expect(row).toContainText("No account");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await takePicture(page, "team-send-invitation");
  await page.getByRole("menuitem", { name: "Send invitation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(/^Invitation sent to philip.adeyemi@/)).toBeVisible();
  await expect(row).toContainText("Active");
  await expect(row).not.toContainText("No account");
  expect(findPasswordLink(await waitForMail("philip.adeyemi@hartwellpierce.example", begin))).toContain("invited=1");
});
