import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { createFolder, createForeignFolder, findEvent, giveAnswer, renameFolder } from "../events.ts";
import { busyKey, open, openKey } from "../insight.ts";
import { findSlug, signIn } from "../people.ts";
import { test, testInOwnContext } from "../test.ts";
import { visit } from "../visit.ts";

const rowsOf = (page: Page) => page.getByRole("table", { name: "Events, newest first" }).locator("tbody tr");

async function openEvents(page: Page, query = ""): Promise<void> {
  await signIn(page, "manager");
  await open(page, `/events${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
}

test.describe("the list", () => {
  test("is filtered by kind, type and key, keeps the filters in the URL, and Back undoes them", async ({ page }) => {
    await openEvents(page);
    await expect(rowsOf(page)).toHaveCount(50);
    await page.getByLabel("Record type").selectOption({ label: "Folder" });
    await expect(page).toHaveURL(/\?entity=folder$/);
    await expect
      .poll(async () => (await rowsOf(page).allInnerTexts()).every((row) => row.includes("folder.")))
      .toBe(true);
    await expect(page.getByLabel("Action").locator("option")).toHaveText([
      "All actions",
      "Folder created",
      "Folder updated",
      "Folder deleted",
      "Folder restored",
    ]);
    await page.getByLabel("Action").selectOption("folder.created");
    await page.getByLabel("Key").selectOption({ label: "Website intake" });
    await expect(page).toHaveURL(/entity=folder&type=folder\.created&actor=key_\w+$/);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\?entity=folder$/);
    await page.getByLabel("Record type").selectOption({ label: "Invoice" });
    await expect
      .poll(async () => (await rowsOf(page).allInnerTexts()).every((row) => row.includes("invoice.")))
      .toBe(true);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/events$/);
    await expect(rowsOf(page)).toHaveCount(50);
  });

  test("is paged, and the URL of a filtered list shows the same list again", async ({ page }) => {
    await openEvents(page);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(rowsOf(page)).toHaveCount(100);
    const { entityId } = await findEvent(page, { entity: "invoice" });
    await visit(page, `${page.url()}?record=${entityId}&time=between&since=2020-01-01T00:00:00.000Z`);
    await expect(page.getByLabel("Record ID")).toHaveValue(entityId);
    await expect(page.getByLabel("From", { exact: true })).toHaveValue(/^(2020-01-01|2019-12-31)T/);
    await expect(rowsOf(page).first()).toContainText(entityId);
    for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain(entityId);
    await page.getByLabel("Until", { exact: true }).fill("2020-01-02T00:00");
    await expect(page.getByRole("heading", { name: "No matching events" })).toBeVisible();
    await page.getByLabel("Until", { exact: true }).fill("2019-01-02T00:00");
    await expect(page.getByText("Must not be before the start.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rowsOf(page)).toHaveCount(50);
  });

  test("with the filter of the last hour shows new events and no older ones", async ({ page }) => {
    await signIn(page, "manager");
    const folderId = await createFolder(page, `Last hour ${randomUUID()}`);
    // Of folders: the first page of all would soon be full of what other tests do.
    await open(page, "/events?entity=folder");
    await page.getByLabel("Time").selectOption({ label: "Last hour" });
    await expect(page).toHaveURL(/\?entity=folder&time=hour$/);
    await expect(rowsOf(page).filter({ hasText: folderId })).toHaveCount(1);
    const hourAgo = Date.now() - 61 * 60_000;
    const oldest = () =>
      rowsOf(page)
        .locator("time")
        .evaluateAll((times) => Math.min(...times.map((time) => Date.parse(time.getAttribute("datetime") ?? ""))));
    await expect.poll(oldest).toBeGreaterThan(hourAgo);
  });

  test("puts only a record's ID into the URL", async ({ page }) => {
    await openEvents(page);
    for (const text of ["Maria Gutierrez", "cpk_abcdefgh_0123456789"]) {
      await page.getByLabel("Record ID").fill(text);
      await page.getByLabel("Record ID").press("Enter");
      await expect(page.getByText("Enter a record ID, such as case_01jc…")).toBeVisible();
      await expect(page).toHaveURL(/\/events$/);
    }
  });

  testInOwnContext("a new event is counted, and the list changes only after a click", async ({ page }) => {
    await signIn(page, "manager");
    const folderId = await createFolder(page, `Old ${randomUUID()}`);
    // The screen looks for new events every ten seconds.
    await page.clock.install();
    await open(page, `/events?record=${folderId}`);
    await expect(rowsOf(page)).toHaveCount(1);
    const background: (string | undefined)[] = [];
    page.on(
      "request",
      (request) => request.url().includes("events.listNewest") && background.push(request.headers()["x-background"]),
    );
    await renameFolder(page, folderId, `New ${randomUUID()}`);
    await page.clock.fastForward(10_000);
    const show = page.getByRole("button", { name: "Show 1 new event" });
    await expect(show).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page).first()).toContainText("folder.created");
    // Looking by itself does not count as somebody being there.
    expect(new Set(background)).toEqual(new Set(["1"]));
    await show.click();
    await expect(rowsOf(page)).toHaveCount(2);
    await expect(rowsOf(page).first()).toContainText("folder.updated");
    await expect(show).toBeHidden();
  });

  test("shows a loading error, and loads on retry", async ({ page }) => {
    await page.route(/events\.listNewest/, (route) => route.abort());
    await openEvents(page);
    await expect(page.getByRole("heading", { name: "Could not load events" })).toBeVisible();
    await page.unroute(/events\.listNewest/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rowsOf(page)).toHaveCount(50);
  });

  test("explains how an integration follows it, with a placeholder for the key", async ({ page }) => {
    await openEvents(page);
    await expect(rowsOf(page)).toHaveCount(50);
    await page.getByRole("button", { name: "Poll the feed" }).click();
    const command = await page.getByRole("dialog").locator("pre").innerText();
    const [, address = ""] = /"x-api-key: \$CASEPORT_API_KEY" \\\s+"([^"]+)"/.exec(command) ?? [];
    const { pathname, searchParams } = new URL(address);
    expect([pathname, searchParams.get("wait")]).toEqual(["/api/v1/events", "25"]);
    expect(searchParams.get("after")).toMatch(/^[\w-]+\.[\w-]+$/);
  });
});

test.describe("an event", () => {
  test("opens by keyboard with record, changes and related records, and links back to the same list", async ({
    page,
  }) => {
    await openEvents(page, "?type=invoice.status_changed");
    // An event of a key's request: those that the system records at midnight have no request to view.
    const row = rowsOf(page).filter({ hasNotText: "Caseport" }).first();
    await row.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Invoice status changed" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Changes" })).toContainText(/status.*Removed: .*Added: /s);
    const record = page.getByRole("region", { name: "Record", exact: true });
    await expect(record.getByText("status", { exact: true })).toBeVisible();
    const related = page.getByRole("region", { name: "Related records" });
    await expect(related).toContainText(/case_\w+/);
    const about = page.getByRole("region", { name: "Event details" });
    await expect(about).toContainText("after=");
    await expect(about.getByRole("link", { name: "View request" })).toHaveAttribute("href", /\/request-debugger\?id=/);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Events" }).click();
    await expect(page).toHaveURL(/\/events\?type=invoice\.status_changed$/);
  });

  testInOwnContext("a click anywhere in its row opens it; its record is copied as JSON", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, "manager");
    const name = `Copied ${randomUUID()}`;
    const folderId = await createFolder(page, name);
    await open(page, `/events?record=${folderId}`);
    await rowsOf(page)
      .first()
      .click({ position: { x: 8, y: 8 } });
    await expect(page.getByRole("heading", { level: 1, name: "Folder created" })).toBeVisible();
    await page.getByRole("button", { name: "Copy the record as JSON" }).click();
    await expect(page.getByText("Copied", { exact: true })).toBeVisible();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({ id: folderId, name });
    await page.getByRole("link", { name: "Records and documents sync" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Records and documents sync" })).toBeVisible();
  });

  test("is listed on the page of the key that caused it", async ({ page }) => {
    await signIn(page, "manager");
    await openKey(page, busyKey, "events");
    const table = page.getByRole("table", { name: "Events from this key, newest first" });
    await expect(table.getByRole("columnheader", { name: "Actor" })).toHaveCount(0);
    await table.getByRole("link").first().click();
    await expect(
      page.getByRole("region", { name: "Event details" }).getByRole("link", { name: busyKey }),
    ).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Events" }).click();
    await expect(page).toHaveURL(/\/events\?actor=key_\w+$/);
    await expect(page.getByLabel("Key").locator("option:checked")).toHaveText(busyKey);
  });

  test("shows markup in a record as text", async ({ page }) => {
    await signIn(page, "manager");
    const text = "<script>globalThis.ran = true</script><img src=x onerror='globalThis.ran = true'>";
    const answerId = await giveAnswer(page, text);
    const folderId = await createFolder(page, `<img src=x onerror=globalThis.ran=1> ${randomUUID()}`);
    for (const id of [answerId, folderId]) {
      await open(page, `/events?record=${id}`);
      await rowsOf(page).first().getByRole("link").click();
      await expect(page.getByRole("region", { name: "Record", exact: true })).toContainText("onerror=");
      expect(await page.locator("main img, main script").count()).toBe(0);
      expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
    }
    await expect(page.getByText(text)).toHaveCount(0);
  });

  test("shows redacted values with the reason", async ({ page }) => {
    await signIn(page, "manager");
    const { id } = await findEvent(page, { entity: "medical_facility" });
    await open(page, `/events/${id}`);
    await expect(
      page.getByText("Redacted values are returned only to API keys with the scope medical:read"),
    ).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Record", exact: true }).getByText("redacted", { exact: true }).first(),
    ).toBeVisible();
  });
});

test.describe("other members", () => {
  test("of another organization cannot see it", async ({ page }) => {
    await signIn(page, "manager");
    const folderId = await createFolder(page, `Ours ${randomUUID()}`);
    const { id } = await findEvent(page, { entityId: folderId });
    const slug = await findSlug(page);
    await signIn(page, "otherManager");
    const foreignId = await createForeignFolder(page, `Theirs ${randomUUID()}`);
    await open(page, "/events");
    await expect(rowsOf(page).filter({ hasText: foreignId })).toHaveCount(1);
    await open(page, `/events?record=${folderId}`);
    await expect(page.getByRole("heading", { name: "No matching events" })).toBeVisible();
    await open(page, `/events/${id}`);
    await expect(page.getByRole("heading", { name: "Event not found" })).toBeVisible();
    await visit(page, `/o/${slug}/events/${id}`);
    await expect(page.getByRole("heading", { name: "Organization not found" })).toBeVisible();
  });

  test("without the permission see whom to contact, and nothing is loaded", async ({ page }) => {
    await signIn(page, "member");
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    for (const path of ["/events", "/events/evt_none"]) {
      await open(page, path);
      await expect(page.getByText("Margaret Okafor")).toBeVisible();
    }
    expect(urls.filter((url) => /api\/trpc\/\S*events\./.test(url))).toEqual([]);
  });
});
