import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { createStatedSettlement, type ShownLine } from "../settlements.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const openStatement = async (page: Page) => {
  const { settlementId } = await createStatedSettlement();
  return `/o/${await findSlug(page)}/settlements?settlement=${settlementId}`;
};

checkScreens([
  { name: "settlements", path: "/o/{slug}/settlements", person: "attorney" },
  {
    name: "settlement",
    path: openStatement,
    person: "attorney",
    next: [
      {
        name: "settlement-lines",
        prepare: async (page) => {
          for (const name of ["Attorney’s fee", "Net to client"])
            await page
              .getByRole("button", { name: new RegExp(`^${name}`) })
              .first()
              .click();
        },
      },
      {
        name: "settlement-table",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Show as table" }).first().click();
          await expect(page.getByRole("table", { name: "Lines of the statement" })).toBeVisible();
        },
      },
    ],
  },
]);

const dollars = (cents: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
const sum = (lines: readonly ShownLine[]) => lines.reduce((total, { amountCents }) => total + amountCents, 0);

test("a statement leads from gross to net to client, and each bar opens its lines by keyboard", async ({ page }) => {
  await signIn(page, "attorney");
  const { settlementId, lines } = await createStatedSettlement();
  await visit(page, `/o/${await findSlug(page)}/settlements?settlement=${settlementId}`);
  const plot = page.getByRole("list", { name: "From gross to net to client" }).first();
  await expect(plot.getByRole("listitem").first()).toContainText(dollars(sum(lines)));
  const kinds = [...Map.groupBy(lines, ({ kind }) => kind).values()];
  // The gross, and one bar a kind.
  await expect(plot.getByRole("button")).toHaveCount(kinds.length);
  for (const own of kinds) {
    const bar = plot
      .getByRole("button")
      .filter({ hasText: dollars(sum(own)) })
      .first();
    await expect(bar).toHaveAttribute("aria-expanded", "false");
    await bar.focus();
    await page.keyboard.press("Enter");
    await expect(bar).toHaveAttribute("aria-expanded", "true");
    for (const { explanation } of own) await expect(plot.getByText(explanation, { exact: true }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(bar).toHaveAttribute("aria-expanded", "false");
  }
});

test("a settlement of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/settlements?settlement=stl_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Settlement not found" })).toBeVisible();
  await page.getByRole("link", { name: "All settlements" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settlements" })).toBeVisible();
});
