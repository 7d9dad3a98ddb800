import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { onDatabase } from "../database.ts";
import { createOrganization } from "../organizations.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/** An organization's own settings, and what its headquarters sees. */

test("an office lets its headquarters see its keys, and the headquarters finds them", async ({ browser }) => {
  const { slug, owner, addAttorney, addKey } = await createOrganization({ hasSecondFactor: true });
  // In a firm of its own: other tests count the offices of the demo firm.
  const headquarters = await createOrganization();
  const name = `Headquarters ${headquarters.slug}`;
  await onDatabase(async ({ withoutTenant }) => {
    const parent = await withoutTenant
      .updateTable("Organization")
      .set({ isHeadquarters: true, name })
      .where("slug", "=", headquarters.slug)
      .returning("id")
      .executeTakeFirstOrThrow();
    await withoutTenant
      .updateTable("Organization")
      .set({ parentOrganizationId: parent.id, name: `Office ${slug}` })
      .where("slug", "=", slug)
      .execute();
  });
  await addKey(`Intake ${slug}`, await addAttorney("Reed", "deactivated"));

  const own = await browser.newPage();
  await signInAnew(own, owner);
  await visit(own, `/o/${slug}/settings/organization`);
  await own.getByLabel("Name", { exact: true }).fill(`Branch ${slug}`);
  await own.getByLabel("Time zone").selectOption("America/Boise");
  await expect(own.getByText("Nothing moves")).toBeVisible();
  await own.getByRole("switch", { name: `Visible to ${name}` }).check();
  await own.getByRole("button", { name: "Save changes" }).click();
  await expect(own.getByText("Organization saved.")).toBeVisible();
  await expect(own.getByRole("banner")).toContainText(`Branch ${slug}`);
  await visit(own, `/o/${slug}/audit`);
  await expect(own.getByText(/changed the settings of/).first()).toBeVisible();
  await own.close();

  const page = await browser.newPage();
  await signInAnew(page, headquarters.owner);
  await visit(page, `/o/${headquarters.slug}/settings/child-organizations`);
  const row = page.getByRole("row").filter({ hasText: `Branch ${slug}` });
  await expect(row.getByRole("cell")).toContainText(["1", "1"]);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: `Branch ${slug}` })).toBeVisible();
  const key = page.getByRole("row").filter({ hasText: `Intake ${slug}` });
  await expect(key).toContainText("Needs attention");
  await expect(key.getByRole("button")).toHaveCount(0);
  await page.close();
});

test("the toast of a saved form leaves its buttons free, at the top and the end of the page and on a phone, and goes when a fault is shown", async ({
  browser,
}) => {
  const { slug, owner } = await createOrganization({ hasSecondFactor: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await signInAnew(page, owner);
  await visit(page, `/o/${slug}/settings/organization`);
  await page.getByLabel("Legal name").fill(`Firm ${slug}`);
  await page.getByRole("button", { name: "Save changes" }).click();
  const toast = page.locator("[aria-live=polite] > div").filter({ hasText: "Organization saved." });
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const place of ["top", "end"] as const) {
      // While its button has the focus, it stays.
      await toast.getByRole("button").focus();
      await page.evaluate((to) => {
        const top = to === "top" ? 0 : document.documentElement.scrollHeight;
        window.scrollTo({ top, behavior: "instant" });
      }, place);
      await expect
        .poll(() => page.evaluate(findCoveredButtons), { message: `${viewport.width} px, ${place}` })
        .toEqual([]);
      await expect(toast).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("");
  // Under the pointer it stays as well: only the fault ends it.
  await toast.hover();
  await name.press("Enter");
  await expect(page.getByText("Some fields need attention.")).toBeVisible();
  await expect(toast).toHaveCount(0);
  await page.close();
});

/** Runs in the browser: the texts of the save bar's buttons that a toast lies over. */
function findCoveredButtons(): string[] {
  const toasts = [...document.querySelectorAll("[aria-live=polite] > div")]
    .filter((each) => each.textContent.includes("Organization saved."))
    .map((each) => each.getBoundingClientRect());
  const buttons = [...document.querySelectorAll("[data-save-bar] button")];
  if (toasts.length !== 1 || buttons.length !== 2) return [`${toasts.length} toasts, ${buttons.length} buttons`];
  return buttons
    .filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return toasts.some(
        (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
      );
    })
    .map(({ textContent }) => textContent);
}

test("a member without the permission reads the settings, and Why? leads to the guide's paragraph", async ({
  page,
  context,
}) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}/settings/organization`);
  await expect(page.getByText("Owners and administrators of the organization can change")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await visit(page, `/o/${await findSlug(page)}/find-key`);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Why? Key" }).click();
  const guide = await opened;
  await expect(guide.getByRole("heading", { name: "Request ID and secret" })).toBeInViewport();
  await guide.close();
});

test("offices are created and changed, and the primary one is replaced, by keyboard", async ({ browser }) => {
  const { slug, owner } = await createOrganization({ hasSecondFactor: true });
  const page = await browser.newPage();
  await signInAnew(page, owner);
  await visit(page, `/o/${slug}/settings/offices`);
  for (const name of ["Philadelphia", "Cherry Hill"]) {
    await page.getByRole("button", { name: "Create office" }).first().press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Name").press("Enter");
    await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  }
  await expect(page.getByRole("row").filter({ hasText: "Philadelphia" })).toContainText("Primary");
  await page.getByRole("button", { name: "Edit Cherry Hill" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("State").fill("nowhere");
  await dialog.getByLabel("ZIP code").fill("8002");
  // The list that is fetched again after the rejection never arrives; the corrected form is sent all the same.
  await page.route(/offices\.list/, () => undefined, { times: 1 });
  await dialog.getByRole("button", { name: "Save office" }).press("Enter");
  await expect(dialog.getByText("must be 12345 or 12345-6789", { exact: false })).toBeVisible();
  for (const [label, value] of [
    ["Address line 1", "40 Haddonfield Road"],
    ["City", "Cherry Hill"],
    ["State", "NJ"],
    ["ZIP code", "08002"],
  ] as const)
    await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("switch", { name: "Primary office" }).press("Space");
  await dialog.getByRole("button", { name: "Save office" }).press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Cherry Hill" })).toContainText("Primary");
  await expect(page.getByRole("row").filter({ hasText: "Philadelphia" })).not.toContainText("Primary");
  await page.getByRole("button", { name: "Delete Philadelphia" }).press("Enter");
  await page.getByRole("button", { name: "Delete office" }).press("Enter");
  await expect(page.getByText("“Philadelphia” was deleted.")).toBeVisible();
  await page.close();
});

test("a shipped calendar is copied, gets an exception and becomes the business calendar; only an attorney verifies it", async ({
  browser,
}) => {
  const { slug, owner } = await createOrganization({ hasSecondFactor: true });
  const page = await browser.newPage();
  await signInAnew(page, owner);
  await visit(page, `/o/${slug}/settings/holiday-calendars`);
  await page.getByRole("button", { name: "Create calendar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create calendar" }).click();
  await page.getByRole("link", { name: "US federal holidays" }).click();
  await expect(page.getByText("Check this calendar before you rely on it")).toBeVisible();
  await page.getByRole("button", { name: "Add exception" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date").fill("2026-11-27");
  await dialog.getByLabel("Name").fill("Day after Thanksgiving");
  await dialog.getByRole("button", { name: "Add exception" }).click();
  await expect(page.getByText("The exception was added.")).toBeVisible();
  await page.getByRole("button", { name: "Use for business days" }).click();
  await expect(page.getByText("Business days now follow “US federal holidays”.")).toBeVisible();
  // The buttons beside it vanish, and it moves.
  await expect(page.getByRole("button", { name: "Delete calendar" })).toHaveCount(0);
  await page.getByRole("button", { name: "Verify calendar" }).click();
  await dialog.getByLabel("Verified through").fill("2027-12-31");
  await dialog.getByRole("button", { name: "Verify calendar" }).click();
  await expect(dialog.getByText("Only an attorney can verify a holiday calendar")).toBeVisible();
  await page.close();
});

checkScreens([
  {
    name: "offices",
    path: "/o/{slug}/settings/offices",
    person: "manager",
    next: [
      {
        name: "office-dialog",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Edit Cherry Hill" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "holiday-calendars",
    path: "/o/{slug}/settings/holiday-calendars",
    person: "manager",
    next: [
      {
        name: "holiday-calendar",
        prepare: async (page) => {
          await page.getByRole("link", { name: "Pennsylvania courts" }).click();
          await expect(page.getByText("Good Friday").first()).toBeVisible();
        },
      },
      {
        name: "holiday-calendar-verify",
        windowOnly: true,
        prepare: async (page) => {
          await page.getByRole("button", { name: "Verify calendar" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "organization",
    path: "/o/{slug}/settings/organization",
    person: "manager",
    next: [
      {
        name: "organization-faults",
        prepare: async (page) => {
          await page.getByLabel("Name", { exact: true }).fill(" ");
          await page.getByRole("button", { name: "Save changes" }).click();
          await expect(page.getByText("Enter a name.")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "child-organizations",
    path: "/o/{slug}/settings/child-organizations",
    person: "manager",
    next: [
      {
        name: "office-keys",
        prepare: async (page) => {
          await page.getByRole("link", { name: "Hartwell & Pierce Texas" }).click();
          await expect(page.getByRole("heading", { level: 1, name: "Hartwell & Pierce Texas" })).toBeVisible();
        },
      },
    ],
  },
]);
