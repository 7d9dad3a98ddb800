import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { countClicks } from "../clicks.ts";
import { askWhoAmI, createButton, nameField, scopeBox, storeSecret } from "../keys.ts";
import { createOrganization } from "../organizations.ts";
import { makeCode } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { testInOwnContext } from "../test.ts";
import { reload, visit, waitUntilCalm } from "../visit.ts";

/** What an attorney comes for, in few clicks. */

testInOwnContext("from the first sign-in to the first request in Overview, a rejected request explained, and a second key", async ({ page }) => {
  const { slug, owner } = await createOrganization();
  const takeClicks = await countClicks(page);
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
  await scopeBox(page, "cases:read").check();
  await createButton(page).click();
  await page.getByLabel("Your password").fill(owner.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const shown = await page.getByRole("dialog", { name: "Scan the QR code" }).locator("p.font-mono").textContent();
  await page.getByLabel("Six-digit code").fill(makeCode((shown ?? "").replaceAll(" ", "")));
  await page.getByRole("button", { name: "Verify code" }).click();
  await page.getByLabel("I have stored the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  const secret = await storeSecret(page);
  // Without the polls for the request that is waited for.
  page.on("request", (request) => /\/api\/trpc\/(?!keys\.listRequests\?)/.test(request.url()) && calls.push(request.url()));
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page.getByText("Waiting for a request…")).toBeVisible();
  await page.request.get("/api/v1/document-events", { headers: { "x-api-key": secret } });
  await expect(page.getByText("The request was rejected.")).toBeVisible();
  await askWhoAmI(page, secret);
  await expect(page.getByText("Your first request succeeded.")).toBeVisible();
  expect(takeClicks()).toBeLessThanOrEqual(12);
  await takePicture(page, "overview-arrived");
  await reload(page);
  await expect(page.getByRole("heading", { name: "Get started" })).toBeHidden();

  await page.getByRole("link", { name: /^View requests of Website intake: Missing scope/ }).click();
  await page.getByRole("main").getByRole("link", { name: /document-events/ }).click();
  await expect(page.getByRole("dialog")).toContainText("document-events");
  await expect(page.getByRole("dialog")).toContainText("documents:read");
  expect(takeClicks()).toBeLessThanOrEqual(3);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "API keys", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Create key" }).first().click();
  await nameField(page).fill("Records sync");
  await scopeBox(page, "documents:read").check();
  await createButton(page).click();
  await storeSecret(page);
  expect(takeClicks()).toBeLessThanOrEqual(12);
});
