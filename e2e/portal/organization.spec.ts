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
  // Of its own: other tests count the offices of the demo firm.
  const headquarters = await createOrganization();
  const name = `Headquarters ${headquarters.slug}`;
  await onDatabase(async ({ withoutTenant }) => {
    const parent = await withoutTenant.updateTable("Organization").set({ isHeadquarters: true, name }).where("slug", "=", headquarters.slug).returning("id").executeTakeFirstOrThrow();
    await withoutTenant.updateTable("Organization").set({ parentOrganizationId: parent.id, name: `Office ${slug}` }).where("slug", "=", slug).execute();
  });
  await addKey(`Intake ${slug}`, await addAttorney("Reed", "deactivated"));

  const own = await browser.newPage();
  await signInAnew(own, owner);
  await visit(own, `/o/${slug}/settings/organization`);
  await own.getByLabel("Name", { exact: true }).fill(`Branch ${slug}`);
  await own.getByLabel("Time zone").selectOption("America/Boise");
  await own.getByRole("switch", { name: `Visible to ${name}` }).check();
  await own.getByRole("button", { name: "Save changes" }).click();
  await expect(own.getByText("Organization saved.")).toBeVisible();
  await expect(own.getByRole("banner")).toContainText(`Branch ${slug}`);
  await visit(own, `/o/${slug}/audit`);
  await expect(own.getByText(/changed the settings of/).first()).toBeVisible();
  await own.close();

  const page = await browser.newPage();
  await signInAnew(page, headquarters.owner);
  await visit(page, `/o/${headquarters.slug}/settings/offices`);
  const row = page.getByRole("row").filter({ hasText: `Branch ${slug}` });
  await expect(row.getByRole("cell")).toContainText(["1", "1"]);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: `Branch ${slug}` })).toBeVisible();
  const key = page.getByRole("row").filter({ hasText: `Intake ${slug}` });
  await expect(key).toContainText("Needs attention");
  await expect(key.getByRole("button")).toHaveCount(0);
  await page.close();
});

test("a member without the permission reads the settings, and Why? leads to the guide's paragraph", async ({ page, context }) => {
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

checkScreens([
  {
    name: "organization", path: "/o/{slug}/settings/organization", person: "manager",
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
    name: "offices", path: "/o/{slug}/settings/offices", person: "manager",
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
