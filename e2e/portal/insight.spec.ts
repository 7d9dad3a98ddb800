import { expect, type Locator, type Page } from "@playwright/test";
import { openClient } from "../client.ts";
import { readDemoData } from "../demo-data.ts";
import { busyKey, lookUp, open, openExplanation, openKey } from "../insight.ts";
import { signIn } from "../people.ts";
import { test, testInOwnContext } from "../test.ts";
import { reload, waitUntilCalm } from "../visit.ts";

/** What is known of a key's use: usage, requests, "Request debugger", "Find a key". */

/** The two drawings of a chart, one above the other, are read as one. */
async function expectSharedAxis(chart: Locator): Promise<void> {
  const surfaces = chart.locator("svg.recharts-surface:has(.recharts-xAxis)");
  await expect(surfaces).toHaveCount(2);
  await expect(surfaces.last().locator(".recharts-line-dot").first()).toBeVisible();
  const [above, below] = await surfaces.evaluateAll((drawings) =>
    drawings.map((drawing) => {
      const grid = drawing.querySelector(".recharts-cartesian-grid-horizontal line")?.getBoundingClientRect();
      const ticks = [...drawing.querySelectorAll(".recharts-xAxis-tick-labels .recharts-cartesian-axis-tick-value")];
      return {
        plot: [grid?.left, grid?.right].map((x) => Math.round(x ?? Number.NaN)),
        ticks: ticks.map((tick) => {
          const { left, right } = tick.getBoundingClientRect();
          return `${tick.textContent} at ${Math.round((left + right) / 2)}`;
        }),
      };
    }),
  );
  expect(above?.plot[0]).toBeGreaterThan(0);
  expect(above?.ticks.length).toBeGreaterThan(2);
  expect(below).toEqual(above);
}

test.describe("usage", () => {
  test("shows the same numbers in the chart and the table, for 7, 30 and 90 days", async ({ page }) => {
    await signIn(page, "manager");
    // A key that no other test uses at the same time.
    await openKey(page, "Website intake", "usage");
    const chart = page.getByRole("img", { name: /Requests of the last 30 days/ });
    await expect(chart.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
    const shown = /: ([\d,]+) succeeded, ([\d,]+) rejected/.exec((await chart.getAttribute("aria-label")) ?? "");
    await expect(page.locator("dl").filter({ hasText: "Rate limited" }).first()).toContainText(shown?.[1] ?? "none");
    await page.getByRole("button", { name: "Show as table" }).click();
    const table = page.getByRole("table", { name: /^Requests per day/ });
    const perOperation = page.getByRole("table", { name: /^Requests per operation/ });
    for (const each of [table, perOperation]) await expect(each.locator("tbody tr").first()).toBeVisible();
    const succeeded = await table.locator("tbody tr td:nth-child(2)").allInnerTexts();
    const sum = succeeded.reduce((total, each) => total + Number(each.replaceAll(",", "")), 0);
    expect(sum.toLocaleString("en-US")).toBe(shown?.[1]);
    const byOperation = await perOperation.locator("tbody tr td:nth-child(2)").allInnerTexts();
    expect(byOperation.reduce((total, each) => total + Number(each.replaceAll(",", "")), 0)).toBe(sum);
    await page.getByRole("button", { name: "7 days" }).click();
    await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
    await expect(table.locator("tbody tr")).not.toHaveCount(succeeded.length);
    await expect.poll(() => table.locator("tbody tr").count()).toBeLessThanOrEqual(7);
  });

  test("a day of the chart opens its requests, and so do its row and an hour of Overview by keyboard", async ({
    page,
  }) => {
    await signIn(page, "manager");
    await openKey(page, busyKey, "usage");
    const chart = page.getByRole("img", { name: /Requests of the last 30 days/ });
    // The last day of the demo's requests, at the right.
    const bar = chart.locator("svg .recharts-bar-rectangle path").last();
    await bar.hover();
    await expect(page.getByText("Click to view the requests.")).toBeVisible();
    await bar.click();
    await expect(page).toHaveURL(/tab=requests&time=between&since=[\dTZ%A.-]+&until=[\dTZ%A.-]+$/);
    await expect(page.getByRole("tab", { name: "Request logs" })).toHaveAttribute("aria-selected", "true");
    const [since, until] = ["since", "until"].map((name) =>
      Date.parse(new URL(page.url()).searchParams.get(name) ?? ""),
    );
    expect((until ?? 0) - (since ?? 0)).toBe(86_400_000);
    await page.goBack();
    await page.getByRole("button", { name: "Show as table" }).click();
    const day = page
      .getByRole("table", { name: /^Requests per day/ })
      .getByRole("link")
      .first();
    await day.press("Enter");
    await expect(page).toHaveURL(/tab=requests&time=between/);
    await expect(page.getByRole("row").filter({ hasText: "/" }).first()).toBeVisible();

    await open(page, "");
    await page.getByRole("button", { name: "Show as table" }).click();
    const hour = page
      .getByRole("table", { name: /^Requests by hour/ })
      .getByRole("link")
      .first();
    await hour.press("Enter");
    await expect(page).toHaveURL(/request-logs\?time=between&since=/);
    await expect(page.getByRole("heading", { level: 1, name: "Request logs" })).toBeVisible();
  });

  test("both drawings of a chart begin and end at one x, and have each day or hour at one x", async ({ page }) => {
    await signIn(page, "manager");
    await openKey(page, busyKey, "usage");
    // The fewer days, the wider their bars: their middles would be the farthest from points at the edges.
    await page.getByRole("button", { name: "7 days" }).click();
    await expectSharedAxis(page.getByRole("img", { name: /Requests of the last 7 days/ }));
    await open(page, "");
    await expectSharedAxis(page.getByRole("img", { name: /^Requests of the last 24 hours by hour/ }));
  });

  test("loads recharts only when the tab is opened", async ({ page }) => {
    await signIn(page, "manager");
    const sent: string[] = [];
    page.on("response", (response) => {
      if (!response.url().endsWith(".js")) return;
      void response.text().then(
        (text) => text.includes("recharts-") && sent.push(response.url()),
        () => undefined,
      );
    });
    await openKey(page, busyKey, "overview");
    await expect(page.getByRole("tab", { name: "Usage" })).toBeVisible();
    await waitUntilCalm(page);
    expect(sent).toEqual([]);
    await page.getByRole("tab", { name: "Usage" }).click();
    await expect(page.getByRole("img", { name: /Requests of the last/ })).toBeVisible();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
  });

  test("of a key without requests says so and draws no chart", async ({ page }) => {
    await signIn(page, "manager");
    await openKey(page, "Court calendar sync", "usage");
    await expect(page.getByRole("heading", { name: "No requests in the last 30 days" })).toBeVisible();
  });
});

test.describe("request logs", () => {
  test("live, a new request of the key appears without a click", async ({ page }) => {
    await signIn(page, "manager");
    await openKey(page, "Reporting warehouse", "requests");
    const rows = page.getByRole("table", { name: "Requests, newest first" }).locator("tbody tr");
    await page.getByRole("button", { name: "Live" }).click();
    await expect(page.getByText("New requests appear within seconds")).toBeVisible();
    // Not the first: other tests send requests with this key.
    const unknown = rows.filter({ hasText: "unknown path" });
    const before = await unknown.count();
    await page.request.get("/api/v1/nothing-is-here", { headers: { "x-api-key": readDemoData().keys.readOnly } });
    await expect(unknown).toHaveCount(before + 1);
    await page.getByRole("button", { name: "Live" }).click();
    await expect(page.getByText("New requests appear within seconds")).toBeHidden();
  });

  test("of a key are filtered in the URL, move and open by keyboard, and show the check that failed", async ({
    page,
  }) => {
    await signIn(page, "manager");
    await openKey(page, busyKey, "requests");
    const rows = page.getByRole("table", { name: "Requests, newest first" }).locator("tbody tr");
    await expect(rows).toHaveCount(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(rows).toHaveCount(100);
    await page.getByLabel("Error reason").selectOption("stale_revision");
    await expect(rows.first()).toContainText("Revision conflict");
    await expect(rows.filter({ hasNotText: "409" })).toHaveCount(0);
    await expect(page).toHaveURL(/tab=requests&reason=stale_revision/);
    await rows.first().getByRole("link").focus();
    await page.keyboard.press("ArrowDown");
    await expect(rows.nth(1).getByRole("link")).toBeFocused();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Request" });
    await expect(
      panel.getByRole("heading", { name: "The record changed after the revision in the request." }),
    ).toBeVisible();
    await expect(panel.getByRole("listitem").filter({ hasText: "Rules: Failed" })).toBeVisible();
    await expect(panel).toContainText(/\d+ of \d+ requests left/);
    await panel.getByRole("button", { name: "Newer" }).click();
    await expect(panel.getByRole("button", { name: "Newer" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/tab=requests&reason=stale_revision$/);
  });

  testInOwnContext(
    "of the organization count new requests without moving, export what is shown, and clear filters without matches",
    async ({ page }) => {
      const { keys } = readDemoData();
      await page.clock.install();
      await signIn(page, "manager");
      await open(page, "/request-logs?ip=203.0.113.77&status=4xx");
      const table = page.getByRole("table", { name: "Requests, newest first" });
      await expect(table.locator("tbody tr").first()).toContainText("Reporting warehouse");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export CSV" }).click();
      expect((await download).suggestedFilename()).toMatch(/^requests-\d{4}-\d{2}-\d{2}\.csv$/);
      await page.getByLabel("Error reason").selectOption("body_too_large");
      await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();
      await page.getByRole("button", { name: "Clear filters" }).first().click();
      await expect(table.locator("tbody tr")).toHaveCount(50);
      await page.getByLabel("Path", { exact: true }).fill("/api/v1/invoices/{invoiceId}");
      await page.getByLabel("Path", { exact: true }).press("Enter");
      await expect(page).toHaveURL(/route=%2Finvoices%2F%7BinvoiceId%7D/);
      await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();
      await page.getByRole("button", { name: /^Remove filter Path/ }).click();
      await expect(table.locator("tbody tr")).toHaveCount(50);
      await page.getByLabel("Path", { exact: true }).fill("/api/v1/cases/case_01");
      await page.getByLabel("Path", { exact: true }).press("Enter");
      await expect(table.locator("tbody tr").first()).toContainText("/cases/{caseId}");
      await page.getByRole("button", { name: /^Remove filter Path/ }).click();
      // The field follows the address, which follows the click.
      await expect(page).not.toHaveURL(/route=/);
      await page.getByLabel("Path", { exact: true }).fill("/api/v1/invoices/{invoiceId}");
      await page.getByLabel("Path", { exact: true }).press("Enter");
      await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();
      expect(
        (
          await page.request.get("/api/v1/invoices/inv_none", { headers: { "x-api-key": keys.full, cookie: "" } })
        ).status(),
      ).toBe(404);
      // Its row is written within a second or two, and the page polls every ten.
      await expect(async () => {
        await page.clock.fastForward(10_000);
        await expect(page.getByRole("button", { name: /^Show \d+ new request/ })).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
      await page.getByRole("button", { name: /^Show \d+ new request/ }).click();
      await expect(table.locator("tbody tr").first()).toContainText("Record not found");
    },
  );

  test("of a bulk job are its items, which are found by the job’s ID or by that of an item", async ({ page }) => {
    const items = ["first", "second"].map((name) => ({
      method: "POST",
      path: "/cases/case_none/notes",
      body: { type: "general", body: "Called." },
      idempotencyKey: `${name}-${Date.now()}`,
    }));
    const created = await openClient(page.request, readDemoData().keys.full).send("POST", "/bulk", { items });
    const { bulkJob } = (await created.json()) as { bulkJob: { id: string } };
    await signIn(page, "manager");
    await open(page, "/request-logs");
    await page.getByLabel("Bulk job").fill("4711");
    await page.getByLabel("Bulk job").press("Enter");
    await expect(page.getByText("Enter the ID of a bulk job, such as blk_01…")).toBeVisible();
    await page.getByLabel("Bulk job").fill(`${bulkJob.id}.1`);
    await page.getByLabel("Bulk job").press("Enter");
    await expect(page).toHaveURL(new RegExp(`job=${bulkJob.id}$`));
    const rows = page.getByRole("table", { name: "Requests, newest first" }).locator("tbody tr");
    await expect(async () => {
      await reload(page);
      await expect(rows).toHaveCount(2, { timeout: 1_000 });
    }).toPass();
    await expect(rows.first()).toContainText("Record not found");
  });
});

testInOwnContext(
  "the columns of a table are chosen, remembered, and on a phone a row is a few lines",
  async ({ page }) => {
    await signIn(page, "manager");
    await open(page, "/request-logs");
    const table = page.getByRole("table", { name: "Requests, newest first" });
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Duration" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Request ID" }).click();
    await page.keyboard.press("Escape");
    await reload(page);
    await expect(table.getByRole("columnheader", { name: "Request ID" })).toBeVisible();
    await expect(table.getByRole("columnheader", { name: "Duration" })).toHaveCount(0);
    await table
      .getByRole("button", { name: /^Copy / })
      .first()
      .focus();
    await page.keyboard.press("ArrowDown");
    await expect(table.locator("tbody tr").nth(1).getByRole("link")).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(table.locator("tbody tr")).toHaveCount(50);
    await expect.poll(async () => (await table.boundingBox())?.height).toBeLessThan(50 * 110);
  },
);

test.describe("request debugger", () => {
  test("names the failed check among the others, and links to the resolution", async ({ page }) => {
    await signIn(page, "manager");
    await openExplanation(page);
    const steps = page.getByRole("list", { name: "Checks in order" }).getByRole("listitem");
    await expect(steps.filter({ hasText: "Failed" })).toHaveText(/^Scope: Failed/);
    await expect(steps.filter({ hasText: "passed" })).toHaveCount(5);
    await expect(steps.filter({ hasText: "Not reached" })).toHaveCount(4);
    await page.getByRole("link", { name: "Edit scopes" }).click();
    await expect(page.getByRole("tab", { name: "Edit" })).toHaveAttribute("aria-selected", "true");
    await expect(page.locator("section#scopes")).toBeInViewport();
    await expect(page.locator("section#scopes :focus")).toHaveCount(1);
  });

  test("explains an unknown ID, and shows the same for one of another organization", async ({ page }) => {
    const { keys } = readDemoData();
    const response = await page.request.get("/api/v1/cases/case_none", {
      headers: { "x-api-key": keys.otherOrganization },
    });
    await signIn(page, "manager");
    for (const id of ["no-such-request", response.headers()["x-request-id"] ?? ""]) {
      await open(page, "/request-debugger");
      await page.getByLabel("Request ID").fill(`X-Request-Id: ${id}`);
      await page.getByRole("button", { name: "Debug request" }).click();
      await expect(page.getByRole("heading", { name: "No request found with this ID" })).toBeVisible();
    }
  });

  test("sends no key that is pasted into it", async ({ page }) => {
    const { keys } = readDemoData();
    await signIn(page, "manager");
    await open(page, "/request-debugger");
    const sent = watchTraffic(page);
    await page.getByLabel("Request ID").fill(keys.full);
    await page.getByRole("button", { name: "Debug request" }).click();
    await expect(page.getByText("This looks like an API key.")).toBeVisible();
    expect(page.url()).not.toContain(keys.full);
    expect(sent.join("\n")).not.toContain(keys.full);
  });
});

/** Everything that the page sends: addresses, headers and bodies. */
function watchTraffic(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) =>
    sent.push(`${decodeURIComponent(request.url())} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`),
  );
  return sent;
}

test.describe("find a key", () => {
  test("sends only the digest, and empties the field afterwards", async ({ page }) => {
    const { keys } = readDemoData();
    await signIn(page, "manager");
    await open(page, "/find-key");
    const field = page.getByRole("textbox", { name: "Key" });
    await expect(field).toHaveAttribute("type", "password");
    const sent = watchTraffic(page);
    await lookUp(page, `x-api-key: ${keys.readOnly.slice(0, 30)} ${keys.readOnly.slice(30)}`);
    await expect(page.getByRole("heading", { name: "Reporting warehouse" })).toBeVisible();
    await expect(field).toHaveValue("");
    expect(sent.some((request) => request.includes("keys.findByDigest") && /[0-9a-f]{64}/.test(request))).toBe(true);
    expect(sent.join("\n")).not.toContain(keys.readOnly.slice(13));
    expect(await page.content()).not.toContain(keys.readOnly.slice(13));
  });

  test("reports an invalid or mistyped key without sending anything", async ({ page }) => {
    const { keys } = readDemoData();
    await signIn(page, "manager");
    await open(page, "/find-key");
    await waitUntilCalm(page);
    const sent = watchTraffic(page);
    const last = keys.full.endsWith("0") ? "1" : "0";
    for (const [text, shown] of [
      ["", "Paste a key."],
      ["correct horse battery staple", "Not a Caseport key"],
      [keys.full.slice(0, -1) + last, "last six characters does not match"],
      [`${keys.full} ${keys.readOnly}`, "one key at a time"],
    ] as const) {
      await lookUp(page, text);
      await expect(page.getByText(shown)).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Key" })).toBeFocused();
    }
    expect(sent.filter((request) => request.includes("findByDigest"))).toEqual([]);
  });

  test("does not find a key of another organization", async ({ page }) => {
    await signIn(page, "manager");
    await open(page, "/find-key");
    await lookUp(page, readDemoData().keys.otherOrganization);
    await expect(page.getByRole("heading", { name: /^No key found in / })).toBeVisible();
  });

  test("can pause the key, which is rejected at the very next request", async ({ page }) => {
    // Not the key that other tests expect to be without requests.
    const { noActingAttorney } = readDemoData().keys;
    const me = () => page.request.get("/api/v1/me", { headers: { "x-api-key": noActingAttorney } });
    await signIn(page, "manager");
    await open(page, "/find-key");
    expect((await me()).status()).toBe(200);
    await lookUp(page, noActingAttorney);
    await page.getByRole("button", { name: "Pause key" }).click();
    await expect(page.getByText("The key is paused", { exact: true })).toBeVisible();
    expect((await me()).status()).toBe(401);
    await page.getByRole("main").getByRole("link", { name: "View key", exact: true }).last().click();
    await page.getByRole("button", { name: "Resume key" }).click();
    await expect.poll(async () => (await me()).status()).toBe(200);
  });
});

test("the former URLs redirect, with their query", async ({ page }) => {
  for (const [from, to] of [
    ["/refusals?id=no-such-request", "/request-debugger?id=no-such-request"],
    ["/whose-key", "/find-key"],
  ] as const) {
    const response = await page.request.get(`/o/any-firm${from}`, { maxRedirects: 0 });
    expect([response.status(), response.headers()["location"]]).toEqual([308, `/o/any-firm${to}`]);
  }
});

test("without the permission the screens say whom to contact", async ({ page }) => {
  await signIn(page, "member");
  for (const path of ["/request-logs", "/request-debugger"]) {
    await open(page, path);
    await expect(page.getByText("Margaret Okafor")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
  }
});
