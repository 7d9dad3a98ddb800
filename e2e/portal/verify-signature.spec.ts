import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { open } from "../insight.ts";
import { checkScreens } from "../check-screens.ts";
import { signIn } from "../people.ts";
import { test } from "../test.ts";
import { reload, waitUntilCalm } from "../visit.ts";

const body =
  '{"type":"folder.created","timestamp":"2026-11-21T12:00:00.000Z","data":{"eventId":"evt_e2e","entityId":"fld_e2e"}}';
const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = makeSecret();

interface Signed {
  secrets?: readonly string[];
  ageSeconds?: number;
}

/** The headers of a message as the official library signs it. */
function signHeaders({ secrets = [secret], ageSeconds = 0 }: Signed = {}): string {
  const at = new Date(Date.now() - ageSeconds * 1000);
  const signatures = secrets.map((each) => new Webhook(each).sign("evt_e2e", at, body));
  return `webhook-id: evt_e2e\nwebhook-timestamp: ${Math.floor(at.getTime() / 1000)}\nwebhook-signature: ${signatures.join(" ")}`;
}

async function verify(page: Page, message: { headers?: string; text?: string; key?: string } = {}): Promise<void> {
  const { headers = signHeaders(), text = body, key = secret } = message;
  await page.getByLabel("Headers").fill(headers);
  await page.getByLabel("Raw body").fill(text);
  await page.getByRole("textbox", { name: "Signing secret" }).fill(key);
  await page.getByRole("button", { name: "Verify signature", exact: true }).click();
}

const finding = (page: Page, check: string) =>
  page
    .getByRole("list", { name: "Checks" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`^${check}`) });

const path = "/o/{slug}/webhooks/verify";
const shown = (page: Page) => expect(page.getByRole("heading", { name: "Result" })).toBeVisible();

checkScreens([
  { name: "verify", path, person: "member" },
  {
    name: "verify-faults",
    path,
    person: "manager",
    prepare: (page) => page.getByRole("button", { name: "Verify signature", exact: true }).click(),
    next: [
      {
        name: "verify-good",
        prepare: (page) =>
          verify(page, { headers: signHeaders({ secrets: [makeSecret(), secret] }) }).then(() => shown(page)),
      },
      {
        name: "verify-changed",
        prepare: (page) => verify(page, { text: body.replace("fld_e2e", "fld_other") }).then(() => shown(page)),
      },
      {
        name: "verify-old",
        prepare: (page) => verify(page, { headers: signHeaders({ ageSeconds: 4_000 }) }).then(() => shown(page)),
      },
      {
        name: "verify-incomplete",
        prepare: (page) =>
          verify(page, { headers: "webhook-id: evt_e2e", key: "cpk_abcdefgh_0123" }).then(() => shown(page)),
      },
    ],
  },
]);

test.describe("verify a signature", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, "manager");
    await open(page, "/webhooks/verify");
    await waitUntilCalm(page);
  });

  test("accepts a genuine message, also with one of the two signatures of a rotation", async ({ page }) => {
    await verify(page);
    await expect(page.getByText("Signature valid")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Result" })).toBeFocused();
    await verify(page, { headers: signHeaders({ secrets: [makeSecret(), secret] }) });
    await expect(finding(page, "Signature")).toContainText("Number 2 of 2 matches");
  });

  test("distinguishes a changed body, a reformatted one and a wrong secret", async ({ page }) => {
    await verify(page, { text: body.replace("fld_e2e", "fld_other") });
    await expect(page.getByText("Signature invalid")).toBeVisible();
    await expect(finding(page, "Signature")).toContainText("It does not match the ID, timestamp and body");
    await expect(finding(page, "Timestamp")).toContainText("Passed");
    await verify(page, { text: JSON.stringify(JSON.parse(body), null, 2) });
    await expect(finding(page, "Signature")).toContainText("parsed and serialized again");
    await verify(page, { text: `${body}\n` });
    await expect(finding(page, "Signature")).toContainText("without the surrounding whitespace");
    await verify(page, { key: secret.slice(0, -3) });
    await expect(finding(page, "Signing secret")).toContainText("is not base64");
    await verify(page, { key: makeSecret() });
    await expect(finding(page, "Signature")).toContainText("the one before a rotation");
  });

  test("reports an old timestamp separately from a valid signature", async ({ page }) => {
    await verify(page, { headers: signHeaders({ ageSeconds: 301 }) });
    await expect(page.getByText("Signature valid, timestamp outside the tolerance")).toBeVisible();
    await expect(finding(page, "Timestamp")).toContainText("Endpoints accept at most 5 minutes");
    await expect(finding(page, "Signature")).toContainText("It matches");
    await verify(page, { headers: signHeaders({ ageSeconds: -400 }) });
    await expect(finding(page, "Timestamp")).toContainText("in the future");
  });

  test("names missing headers and empty fields, and clears the previous result on a change", async ({ page }) => {
    await page.getByRole("button", { name: "Verify signature", exact: true }).click();
    await expect(page.getByText("Paste the headers of the message.")).toBeVisible();
    await expect(page.getByLabel("Headers")).toBeFocused();
    await verify(page, { headers: "webhook-id: evt_e2e" });
    await expect(finding(page, "Headers")).toContainText("Missing: webhook-timestamp, webhook-signature.");
    await page.getByLabel("Raw body").fill("{}");
    await expect(page.getByRole("heading", { name: "Result" })).toBeHidden();
  });

  test("sends nothing and stores nothing", async ({ page, context }) => {
    const sent: string[] = [];
    context.on("request", (request) =>
      sent.push(
        `${request.method()} ${decodeURIComponent(request.url())} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`,
      ),
    );
    const cookies = JSON.stringify(await context.cookies());
    const address = page.url();
    await verify(page);
    await expect(page.getByText("Signature valid")).toBeVisible();
    await verify(page, { text: `${body} ` });
    await expect(page.getByText("Signature invalid")).toBeVisible();
    await waitUntilCalm(page);
    expect(
      sent.filter((request) => !request.startsWith("GET ")),
      "what the portal requests by itself are reads",
    ).toEqual([]);
    for (const part of [secret, secret.slice(6, 26), "evt_e2e", "fld_e2e"]) expect(sent.join("\n")).not.toContain(part);
    expect(page.url()).toBe(address);
    expect(JSON.stringify(await context.cookies())).toBe(cookies);
    const kept = await page.evaluate(async () =>
      JSON.stringify([localStorage, sessionStorage, await indexedDB.databases(), history.state as unknown]),
    );
    for (const part of [secret.slice(6, 26), "evt_e2e", "fld_e2e"]) expect(kept).not.toContain(part);
    await reload(page);
    await expect(page.getByLabel("Raw body")).toHaveValue("");
    await expect(page.getByRole("textbox", { name: "Signing secret" })).toHaveValue("");
  });
});
