import { expect, type Page } from "@playwright/test";
import { createButton, makeKey, nameField, requestMe, scopeBox, storeSecret } from "../keys.ts";
import { findSlug } from "../people.ts";
import { visit } from "../visit.ts";
import { test } from "../test.ts";

async function makeKeyWith(page: Page, secret: string, name: string): Promise<string> {
  const reply = await page.request.post("/api/v1/service-accounts", {
    headers: { "x-api-key": secret, "X-Idempotency-Key": name },
    data: { name, scopes: ["cases:read"], validUntil: new Date(Date.now() + 86_400_000).toISOString() },
  });
  return ((await reply.json()) as { secret: string }).secret;
}

test("revoking requires the key's name and a reason, and is final", async ({ page }) => {
  const name = `Revoked ${Date.now()}`;
  const secret = await makeKey(page, name);
  await page.getByRole("button", { name: "Revoke key" }).click();
  const dialog = page.getByRole("alertdialog");
  const act = dialog.getByRole("button", { name: "Revoke key" });
  await dialog.getByLabel("Enter the key’s name to confirm").fill("Another key");
  await dialog.getByLabel("Reason").fill("The contract has ended.");
  await expect(dialog.getByText("The name does not match")).toBeVisible();
  await expect(act).toBeDisabled();
  expect((await requestMe(page, secret)).status()).toBe(200);
  await dialog.getByLabel("Enter the key’s name to confirm").fill(name);
  await act.click();
  await expect(page.getByText("This key is revoked")).toBeVisible();
  expect((await requestMe(page, secret)).status()).toBe(401);
  await expect(page.getByRole("button", { name: "Rotate key" })).toBeHidden();
  await page.getByRole("tab", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { name: "A revoked key cannot be changed" })).toBeVisible();
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByRole("term").filter({ hasText: "Revoked" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Expires" })).toHaveCount(0);
  await visit(page, `/o/${await findSlug(page)}/credentials?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("table", { name: "API keys" })).not.toContainText(/in \d+ (days|months)/);
});

test("revoking lists the keys that the key created, and revokes them unless the box is cleared", async ({ page }) => {
  for (const isKept of [false, true]) {
    const name = `Maker ${Date.now()}`;
    const secret = await makeKey(page, name, "org:manage");
    const created = await makeKeyWith(page, secret, `${name}, created`);
    await page.reload();
    await expect(
      page.getByRole("region", { name: "Created keys" }).getByRole("link", { name: `${name}, created` }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Revoke key" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("link", { name: `${name}, created` })).toBeVisible();
    const choice = dialog.getByLabel("Also revoke keys it created");
    await expect(choice).toBeChecked();
    if (isKept) await choice.uncheck();
    await dialog.getByLabel("Enter the key’s name to confirm").fill(name);
    await dialog.getByLabel("Reason").fill("Stolen.");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("This key is revoked")).toBeVisible();
    expect((await requestMe(page, secret)).status()).toBe(401);
    expect((await requestMe(page, created)).status()).toBe(isKept ? 200 : 401);
  }
});

test("revoking lists the keys that the key rotated, and ends the secrets that it got", async ({ page }) => {
  const name = `Rotator ${Date.now()}`;
  const secret = await makeKey(page, name, "org:manage");
  const url = page.url();
  await makeKey(page, `${name}, target`);
  const targetId = page.url().split("/").at(-1) ?? "";
  const rotation = await page.request.post(`/api/v1/service-accounts/${targetId}/rotate`, {
    headers: { "x-api-key": secret, "X-Idempotency-Key": name },
    data: {},
  });
  const { secret: got } = (await rotation.json()) as { secret: string };
  await page.goto(url);
  await expect(
    page.getByRole("region", { name: "Rotated keys" }).getByRole("link", { name: `${name}, target` }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Revoke key" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("link", { name: `${name}, target` })).toBeVisible();
  // The name is compared as the database compares names: case, white space and invisible characters do not count.
  await dialog.getByLabel("Enter the key’s name to confirm").fill(` ${name.toUpperCase()}\u200B`);
  await dialog.getByLabel("Reason").fill("Stolen.");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("This key is revoked")).toBeVisible();
  expect((await requestMe(page, got)).status()).toBe(401);
});

test("a key's settings are copied into a new key, and removing scopes is one change to review", async ({ page }) => {
  const name = `Original ${Date.now()}`;
  await makeKey(page, name, "leads:write");
  await page.getByRole("link", { name: "Duplicate key" }).click();
  await expect(nameField(page)).toHaveValue(`${name}, copy`);
  await scopeBox(page, "leads:read").check();
  await createButton(page).click();
  await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name: `${name}, copy` })).toBeVisible();
  await visit(page, `${new URL(page.url()).pathname}?tab=edit&remove=leads:write`);
  await expect(page.getByRole("main").getByText("− leads:write")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  await expect(scopeBox(page, "leads:write")).not.toBeChecked();
  await expect(scopeBox(page, "leads:read")).toBeChecked();
});
