import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createColleague } from "../colleagues.ts";
import { findKeyId, queryProcedure } from "../insight.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { reload, visit, waitUntilCalm } from "../visit.ts";

/**
 * Creates an entry with changes: a new member of the firm gets another role and the former one again.
 *
 * @returns the member's name
 */
async function makeEntries(page: Page): Promise<string> {
  const { name, email } = await createColleague();
  const slug = await findSlug(page);
  const headers = { "x-organization": slug, Origin: new URL(page.url()).origin };
  const response = await page.request.get(
    `/api/trpc/members.list?input=${encodeURIComponent(JSON.stringify({ q: email }))}`,
    { headers },
  );
  const { result } = (await response.json()) as { result: { data: { members: { id: string; revision: number }[] } } };
  const [member] = result.data.members;
  if (member === undefined) throw new Error(`${email} is not in the demo firm`);
  for (const [index, role] of ["case_manager", "paralegal"].entries()) {
    const data = { memberId: member.id, expectedRevision: member.revision + index, role };
    const done = await page.request.post("/api/trpc/members.update", { headers, data });
    expect(done.status(), await done.text()).toBe(200);
  }
  return name;
}

async function openAudit(page: Page): Promise<string> {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/audit`);
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  const name = await makeEntries(page);
  await reload(page);
  return name;
}

checkScreens([
  { name: "audit", path: "/o/{slug}/audit", person: "manager" },
  {
    name: "audit-open",
    path: "/o/{slug}/audit?what=member",
    person: "manager",
    prepare: async (page) => {
      const name = await makeEntries(page);
      await reload(page);
      await page
        .getByRole("row")
        .filter({ hasText: `changed ${name}` })
        .first()
        .getByRole("button")
        .click();
      await expect(page.getByRole("button", { name: /^Only actions by/ })).toBeVisible();
    },
  },
  { name: "audit-nothing", path: "/o/{slug}/audit?until=1999-01-01&what=member", person: "manager" },
  { name: "audit-backwards", path: "/o/{slug}/audit?from=2026-01-02&until=2026-01-01", person: "manager" },
  { name: "audit-without-permission", path: "/o/{slug}/audit", person: "member" },
]);

test("an entry describes its action with the changes, and the log can be filtered by actor", async ({ page }) => {
  const name = await openAudit(page);
  const item = page
    .getByRole("row")
    .filter({ hasText: `changed ${name}` })
    .first();
  await expect(item).toContainText("Margaret Okafor");
  await item.getByRole("button").click();
  const details = page.getByRole("dialog", { name: "Audit log entry" });
  await expect(details).toContainText("from Case manager → to Paralegal");
  await expect(details.getByText("members.update")).toBeVisible();
  await details.getByRole("button", { name: "Only actions by Margaret Okafor" }).click();
  await expect(page).toHaveURL(/who=mem_/);
  await expect(page.getByLabel("Actor")).toHaveValue(/^mem_/);
  await page.getByLabel("Action").selectOption({ label: "Members" });
  await expect(page).toHaveURL(/what=member/);
  await page.goBack();
  await expect(page).not.toHaveURL(/what=member/);
});

test("a search finds entries by name, key ID, request ID and IP address, and filters by days narrow it", async ({
  page,
}) => {
  const name = await openAudit(page);
  const entries = page.getByRole("row").filter({ hasText: name });
  await page.getByLabel("Search").fill(name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=Robin/);
  await expect(entries).toHaveCount(2);
  await page.getByLabel("Until").fill("2001-01-01");
  await expect(entries).toHaveCount(0);
  await page.getByRole("search").getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("Search")).toHaveValue("");
  const { entries: latest } = await queryProcedure<{ entries: { requestId: string | null; address: string | null }[] }>(
    page,
    "audit.list",
    { search: name },
  );
  for (const [parameter, text, count] of [
    ["key", await findKeyId(page), 0],
    ["request", latest[0]?.requestId, 1],
    ["ip", latest[0]?.address, 2],
  ] as const) {
    // Every test comes from this address: one page of them all is soon full.
    if (parameter === "ip") await page.getByLabel("Action").selectOption({ label: "Members" });
    await page.getByLabel("Search").fill(text ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`[?&]${parameter}=`));
    await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
    await waitUntilCalm(page);
    await expect(entries).toHaveCount(count);
  }
});

test("the filtered entries are exported as CSV, and the export is in the audit log", async ({ page }) => {
  await openAudit(page);
  await page.getByLabel("Action").selectOption({ label: "Members" });
  await expect(page).toHaveURL(/what=member/);
  // The URL changes first, then the list that the export reads.
  await expect(page.getByLabel("Action")).toHaveValue("member");
  await waitUntilCalm(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-.+\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  const [head, ...lines] = text.split("\r\n");
  expect(head).toBe(
    "\uFEFFoccurredAt,actorType,actorId,actorName,action,entity,entityId,entityName,changes,address,requestId,id",
  );
  expect(lines.at(-1)).toBe("");
  expect(lines.slice(0, -1).every((line) => line.includes(",member,mem_"))).toBe(true);
  expect(text).toContain('"{""role"":{""from"":""paralegal"",""to"":""case_manager""}}"');
  await expect(page.getByText("The export is recorded in the audit log")).toBeVisible();
  await page.getByLabel("Action").selectOption({ label: "Audit log exports" });
  await expect(page.getByRole("row").filter({ hasText: "exported the audit log" }).first()).toBeVisible();
});

test("without the permission the screen says whom to contact and loads nothing", async ({ page }) => {
  await signIn(page, "member");
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await visit(page, `/o/${await findSlug(page)}/audit`);
  await expect(page.getByText("An owner or administrator can grant it.")).toBeVisible();
  expect(urls.filter((url) => url.includes("audit.list"))).toEqual([]);
});
