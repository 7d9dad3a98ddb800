import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { askWhoAmI, makeKey } from "../keys.ts";
import { test } from "../test.ts";

/** Creates a key with another key. */
async function makeKeyWith(page: Page, secret: string, name: string): Promise<string> {
  const reply = await page.request.post("/api/v1/service-accounts", {
    headers: { "x-api-key": secret, "X-Idempotency-Key": name },
    data: { name, scopes: ["cases:read"], validUntil: new Date(Date.now() + 86_400_000).toISOString() },
  });
  return ((await reply.json()) as { secret: string }).secret;
}

test("revoking lists the keys that the key created, and revokes them unless the box is cleared", async ({ page }) => {
  for (const isKept of [false, true]) {
    const name = `Maker ${Date.now()}`;
    const secret = await makeKey(page, name, page.getByRole("checkbox", { name: "Manage API keys" }));
    const created = await makeKeyWith(page, secret, `${name}, created`);
    await page.reload();
    await expect(page.getByRole("region", { name: "Created keys" }).getByRole("link", { name: `${name}, created` })).toBeVisible();
    await page.getByRole("button", { name: "Revoke key" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("link", { name: `${name}, created` })).toBeVisible();
    const choice = dialog.getByLabel("Also revoke the keys that it created");
    await expect(choice).toBeChecked();
    if (isKept) await choice.uncheck();
    await dialog.getByLabel("Enter the key’s name to confirm").fill(name);
    await dialog.getByLabel("Reason").fill("Stolen.");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(page.getByText("This key is revoked")).toBeVisible();
    expect((await askWhoAmI(page, secret)).status()).toBe(401);
    expect((await askWhoAmI(page, created)).status()).toBe(isKept ? 200 : 401);
  }
});

test("revoking lists the keys that the key rotated, and ends the secrets that it got", async ({ page }) => {
  const name = `Rotator ${Date.now()}`;
  const secret = await makeKey(page, name, page.getByRole("checkbox", { name: "Manage API keys" }));
  const url = page.url();
  await makeKey(page, `${name}, target`);
  const targetId = page.url().split("/").at(-1) ?? "";
  const rotation = await page.request.post(`/api/v1/service-accounts/${targetId}/rotate`, { headers: { "x-api-key": secret, "X-Idempotency-Key": name }, data: {} });
  const { secret: got } = (await rotation.json()) as { secret: string };
  await page.goto(url);
  await expect(page.getByRole("region", { name: "Rotated keys" }).getByRole("link", { name: `${name}, target` })).toBeVisible();
  await page.getByRole("button", { name: "Revoke key" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("link", { name: `${name}, target` })).toBeVisible();
  // The name is compared as the database compares names: case, white space and invisible characters do not count.
  await dialog.getByLabel("Enter the key’s name to confirm").fill(` ${name.toUpperCase()}\u200B`);
  await dialog.getByLabel("Reason").fill("Stolen.");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("This key is revoked")).toBeVisible();
  expect((await askWhoAmI(page, got)).status()).toBe(401);
});
