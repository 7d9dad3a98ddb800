import { expect, type Page } from "@playwright/test";
import { findSlug, signIn, type PersonName } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

interface List {
  path: string;
  person?: PersonName;
}

/** Lists whose rows are the demo's: a row is one line. Keys, webhooks and logs have records of other tests. */
const lists: readonly List[] = [
  { path: "/liens" },
  { path: "/settlements" },
  { path: "/signatures?tab=all" },
  { path: "/trust?tab=accounts" },
  { path: "/deadlines?tab=risk", person: "attorney" },
  { path: "/settings/e-signature" },
  { path: "/settings/jurisdiction-rules" },
  { path: "/settings/chain-templates" },
];

/** Pixels of a row of one line, with its line below. */
const maxRowPixels = 49;

interface Measured {
  /** Of the row in the middle, when they are sorted: a long name may break. */
  rowPixels: number;
  rows: number;
  /** Beyond the right edge of the table's frame. */
  hiddenPixels: number;
}

/** The first table of a page with more than one row. */
const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll("main table")];
    const table = tables.find((each) => each.querySelectorAll("tbody tr").length > 1) ?? tables[0];
    const heights = [...(table?.querySelectorAll("tbody tr") ?? [])].map((row) => row.getBoundingClientRect().height);
    heights.sort((a, b) => a - b);
    const frame = table?.parentElement;
    return {
      rowPixels: heights[Math.floor(heights.length / 2)] ?? Number.NaN,
      rows: heights.length,
      hiddenPixels: (frame?.scrollWidth ?? Number.NaN) - (frame?.clientWidth ?? Number.NaN),
    };
  });

test("at 1440 px a row of a list is one line, and no column is beyond the edge", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { path, person = "manager" } of lists)
    await test.step(path, async () => {
      await signIn(page, person);
      await visit(page, `/o/${await findSlug(page)}${path}`);
      const { rowPixels, rows, hiddenPixels } = await measure(page);
      expect.soft(rows, path).toBeGreaterThan(0);
      expect.soft(rowPixels, path).toBeLessThanOrEqual(maxRowPixels);
      expect.soft(hiddenPixels, path).toBe(0);
    });
});
