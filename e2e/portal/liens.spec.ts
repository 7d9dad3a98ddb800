import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "liens",
    path: "/o/{slug}/liens",
    person: "attorney",
    next: [
      {
        name: "liens-all",
        prepare: async (page) => {
          await page.getByRole("tab", { name: "All" }).click();
          await expect(page.getByRole("tabpanel", { name: "All" })).toBeVisible();
        },
      },
      {
        name: "lien",
        prepare: async (page) => {
          await page.getByRole("table", { name: "Liens" }).getByRole("link").first().click();
          await expect(page.getByRole("heading", { name: "Amounts" })).toBeVisible();
        },
      },
    ],
  },
]);

interface NewLien {
  lienId: string;
  lienholder: string;
}

/** A lien of the demo's case, asserted with 12,480.00, whose lienholder no other test has. */
async function createLien(client: ReturnType<typeof openClient>): Promise<NewLien> {
  const lienholder = `Health plan ${Date.now()}`;
  const contact = await client.send("POST", "/contacts", { type: "company", companyName: lienholder });
  expect(contact.status(), await contact.text()).toBe(201);
  const { contact: found } = (await contact.json()) as { contact: { id: string } };
  const created = await client.send("POST", `/cases/${readDemoData().ids.caseId}/liens`, {
    type: "erisa_self_funded",
    lienholderContactId: found.id,
    assertedCents: 1_248_000,
    unrelatedCents: 48_000,
    claimReference: "HICN-77-0042",
  });
  expect(created.status(), await created.text()).toBe(201);
  const { lien } = (await created.json()) as { lien: { id: string } };
  return { lienId: lien.id, lienholder };
}

test("a lien that a key records is listed with its amounts, and opened by keyboard", async ({ request, browser }) => {
  const { lienholder } = await createLien(openClient(request, readDemoData().keys.full));
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/liens`);
  const row = page.getByRole("row", { name: lienholder });
  await expect(row).toContainText("Identified");
  await expect(row).toContainText("$12,480.00");
  await row.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: lienholder })).toBeVisible();
  const amounts = page.getByRole("region", { name: "Amounts" });
  await expect(amounts).toContainText("$480.00");
  await expect(amounts).toContainText("$12,000.00");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("HICN-77-0042");
  await context.close();
});

test("without permission to view medical data nobody learns who the lienholder is", async ({ request, browser }) => {
  const { lienId, lienholder } = await createLien(openClient(request, readDemoData().keys.full));
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "trust_accountant" }));
  const slug = await findSlug(page);
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/trpc/")) bodies.push(response.text());
  });
  await visit(page, `/o/${slug}/liens`);
  await expect(page.getByRole("link", { name: "ERISA plan, self-funded" }).first()).toBeVisible();
  await visit(page, `/o/${slug}/liens?lien=${lienId}`);
  await expect(page.getByRole("heading", { level: 1, name: "ERISA plan, self-funded" })).toBeVisible();
  await expect(page.getByText("shown to members with permission to view medical data")).toBeVisible();
  const received = (await Promise.all(bodies)).join("\n");
  expect(received).toContain(lienId);
  for (const secret of [lienholder, "HICN-77-0042"]) expect(received).not.toContain(secret);
  await context.close();
});

test("filters that nothing matches are cleared from the empty list", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/liens?tab=all`);
  await page.getByRole("combobox", { name: "Type" }).selectOption("Tax authority");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Released");
  await expect(page.getByRole("heading", { name: "No liens match these filters" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("table", { name: "Liens" })).toBeVisible();
});

test("a lien of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/liens?lien=lien_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Lien not found" })).toBeVisible();
  await page.getByRole("link", { name: "All liens" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Liens" })).toBeVisible();
});
