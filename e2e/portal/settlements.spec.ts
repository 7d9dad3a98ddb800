import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { createPreviewedSettlement, createStatedSettlement, type ShownLine } from "../settlements.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const openStatement = async (page: Page) => {
  const { settlementId } = await createStatedSettlement();
  return `/o/${await findSlug(page)}/settlements?settlement=${settlementId}`;
};

const openPreview = async (page: Page) => {
  await page.getByRole("button", { name: "Preview distribution" }).click();
  await expect(page.getByRole("form", { name: "Amounts of the preview" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Medicare lien (US dollars)" })).toHaveValue("12480.00");
};

checkScreens([
  {
    name: "settlement-preview",
    path: async (page) => `/o/${await findSlug(page)}/settlements?settlement=${await createPreviewedSettlement()}`,
    person: "attorney",
    next: [{ name: "settlement-preview-open", prepare: openPreview }],
  },
  { name: "settlements", path: "/o/{slug}/settlements", person: "attorney" },
  {
    name: "settlement",
    path: openStatement,
    person: "attorney",
    next: [
      {
        name: "settlement-lines",
        prepare: async (page) => {
          for (const name of ["Attorney fee", "Net to client"])
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
  // On paper the content has the width of the menu, too, and the bars that are buttons.
  await page.emulateMedia({ media: "print" });
  await expect(plot.getByRole("button")).toHaveCount(kinds.length);
  const { width = 0 } = page.viewportSize() ?? {};
  expect((await page.getByRole("main").boundingBox())?.width).toBeGreaterThan(width * 0.9);
  await page.emulateMedia({ media: "screen" });
});

test("a distribution is previewed before a statement is drafted: another amount of a lien, a shortfall, a stage of the fee", async ({
  page,
}) => {
  await signIn(page, "attorney");
  const settlementId = await createPreviewedSettlement();
  await visit(page, `/o/${await findSlug(page)}/settlements?settlement=${settlementId}`);
  await expect(page.getByText("No statement yet")).toBeVisible();
  await openPreview(page);
  await expect(page.getByText("Net to client: $49,969.09")).toBeVisible();
  const lien = page.getByRole("textbox", { name: "Medicare lien (US dollars)" });
  const calculate = page.getByRole("button", { name: "Calculate" });
  await lien.fill("a lot");
  await calculate.click();
  await expect(page.getByText("Enter an amount, such as 7,793.65.")).toBeVisible();
  await lien.fill("7,793.65");
  await calculate.click();
  await expect(page.getByText("Net to client: $54,655.44 ($49,969.09 without your changes)")).toBeVisible();
  await lien.fill("99,999.00");
  await calculate.click();
  await expect(page.getByText("Deductions exceed the share by $37,549.91")).toBeVisible();
  await page.getByRole("button", { name: "Reduce liens proportionally" }).click();
  await expect(lien).toHaveValue("62449.09");
  await expect(page.getByText("Net to client: $0.00")).toBeVisible();
  await page.getByRole("textbox", { name: "Fee reduction (US dollars)" }).fill("1,000.00");
  await calculate.click();
  await expect(page.getByText("Net to client: $1,000.00")).toBeVisible();
  // Nothing was saved.
  await page.getByRole("button", { name: "End preview" }).click();
  await expect(page.getByText("No statement yet")).toBeVisible();
});

test("a settlement of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/settlements?settlement=stl_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Settlement not found" })).toBeVisible();
  await page.getByRole("link", { name: "All settlements" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settlements" })).toBeVisible();
});
