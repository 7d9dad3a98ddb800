import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { watchEffort } from "../clicks.ts";
import { createButton, nameField, requestMe, tickScope, storeSecret } from "../keys.ts";
import { createOrganization } from "../organizations.ts";
import { makeCode } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { testInOwnContext } from "../test.ts";
import { reload, visit, waitUntilCalm } from "../visit.ts";

/** What an attorney comes for, in few clicks and little time. */

/**
 * What the model of a person's time leaves out, in seconds: scanning a QR code with the phone and reading a code from
 * it, copying a secret and sending a request in a terminal, and the server's time.
 */
const [phoneSeconds, terminalSeconds, serverSeconds] = [15, 10, 10];

testInOwnContext(
  "from the first sign-in to the first request in Overview, a rejected request explained, and a second key",
  async ({ page }) => {
    const { slug, owner } = await createOrganization();
    const takeEffort = await watchEffort(page);
    const calls: string[] = [];

    await visit(page, "/sign-in");
    await page.getByLabel("Email address").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**/o/${slug}`);
    await waitUntilCalm(page);
    await expect(page.getByText("Waiting for a request…")).toBeVisible();
    await expectAccessible(page, "all");
    await takePicture(page, "overview-new");

    await page.getByRole("main").getByRole("link", { name: "Create key" }).click();
    await nameField(page).fill("Website intake");
    await tickScope(page, "cases:read");
    await createButton(page).click();
    const shown = await page.getByRole("dialog", { name: "Scan the QR code" }).locator("p.font-mono").textContent();
    await page.getByLabel("Six-digit code").fill(makeCode((shown ?? "").replaceAll(" ", "")));
    await page.getByLabel("I have stored the codes").check();
    await page.getByRole("button", { name: "Done" }).click();
    const secret = await storeSecret(page);
    // Without the polls for the request that is waited for.
    page.on(
      "request",
      (request) => /\/api\/trpc\/(?!keys\.listRequests\?)/.test(request.url()) && calls.push(request.url()),
    );
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await expect(page.getByText("Waiting for a request…")).toBeVisible();
    await waitUntilCalm(page);
    expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(3);
    await page.request.get("/api/v1/document-events", { headers: { "x-api-key": secret } });
    await expect(page.getByText("The request was rejected.")).toBeVisible();
    await requestMe(page, secret);
    await expect(page.getByText("Your first request succeeded.")).toBeVisible();
    const first = takeEffort();
    expect(first.clicks).toBeLessThanOrEqual(10);
    // Address, password, name and code; nothing twice.
    expect(first.typed).toHaveLength(4);
    expect(new Set(first.typed).size).toBe(4);
    expect(first.seconds).toBeLessThanOrEqual(120 - phoneSeconds - terminalSeconds - serverSeconds);
    await takePicture(page, "overview-arrived");
    await reload(page);
    await expect(page.getByRole("heading", { name: "Get started" })).toBeHidden();

    await page.getByRole("link", { name: /^View requests of Website intake: Missing scope/ }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /document-events/ })
      .click();
    await expect(page.getByRole("dialog")).toContainText("document-events");
    await expect(page.getByRole("dialog")).toContainText("documents:read");
    expect(takeEffort().clicks).toBeLessThanOrEqual(3);
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "API keys", exact: true }).click();
    await page.getByRole("main").getByRole("link", { name: "Create key" }).first().click();
    await nameField(page).fill("Records sync");
    await page.getByRole("button", { name: "Read-only sync" }).click();
    await createButton(page).click();
    await storeSecret(page);
    const later = takeEffort();
    expect(later.clicks).toBeLessThanOrEqual(6);
    expect(later.seconds).toBeLessThanOrEqual(90 - phoneSeconds - terminalSeconds - serverSeconds);
  },
);
