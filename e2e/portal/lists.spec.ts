import { expect, type Page, type Route } from "@playwright/test";
import { findSlug, signIn, type PersonName } from "../people.ts";
import { test } from "../test.ts";
import { visit, waitUntilCalm } from "../visit.ts";

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

/** Lists whose columns are in view whatever people have called their records. */
const allLists: readonly List[] = [
  ...lists,
  { path: "/credentials" },
  { path: "/webhooks" },
  { path: "/events" },
  { path: "/request-logs" },
  { path: "/team" },
  { path: "/audit" },
  { path: "/reports" },
  { path: "/expenses" },
  { path: "/referrals" },
  { path: "/trust?tab=reconciliations" },
  { path: "/settings/offices" },
  { path: "/settings/teams" },
  { path: "/settings/child-organizations" },
  { path: "/settings/holiday-calendars" },
  { path: "/settings/task-templates" },
  { path: "/settings/referrals?tab=firms" },
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

/** Members of responses that hold what a firm has called something or somebody. */
const named: ReadonlySet<string> = new Set(
  "name title label fileName keyName payeeName displayName firstName lastName email citation summary".split(" "),
);
/** A word that does not break, and words that do. */
const longName = "Hollingsworth-Featherstonehaugh-Transcontinental Retrieval of medical records and invoices";

/** The same records with long names. */
function lengthen(value: unknown, key = ""): unknown {
  if (typeof value === "string") return named.has(key) ? `${value} ${longName}` : value;
  if (Array.isArray(value)) return value.map((each) => lengthen(each));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lengthen(member, name)]));
}

async function respondWithLongNames(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: lengthen(await response.json()) });
}

test("at 1280 and 1440 px no column of a list is beyond the edge, however long its names are", async ({ page }) => {
  test.setTimeout(allLists.length * 20_000);
  // The account has the firm's own name, which is not in lists.
  await page.route(
    ({ pathname }) => pathname.startsWith("/api/trpc/") && !pathname.includes("account."),
    respondWithLongNames,
  );
  for (const { path, person = "manager" } of allLists)
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await signIn(page, person);
      await visit(page, `/o/${await findSlug(page)}${path}`);
      const { rows, hiddenPixels } = await measure(page);
      expect.soft(rows, path).toBeGreaterThan(0);
      expect.soft(hiddenPixels, `${path} at 1440 px`).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
      await waitUntilCalm(page);
      expect.soft((await measure(page)).hiddenPixels, `${path} at 1280 px`).toBe(0);
    });
});
