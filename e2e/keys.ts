import { expect, type Page } from "@playwright/test";
import { findSlug, signIn } from "./people.ts";
import { visit } from "./visit.ts";

/** Opens a screen of the firm as its manager, who may look after keys and has a second factor. */
export async function open(page: Page, path: string): Promise<void> {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}${path}`);
}

export const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
export const createButton = (page: Page) => page.getByRole("button", { name: "Create key" });
export const secretDialog = (page: Page) => page.getByRole("dialog", { name: "Store the secret" });
export const scopeBox = (page: Page, scope: string) => page.getByRole("checkbox", { name: `(${scope})` });

/** Ticks a scope on the page that creates a key, whose table of scopes is folded. */
export async function tickScope(page: Page, scope: string): Promise<void> {
  await openScopes(page);
  await scopeBox(page, scope).check();
}

/** Shows the table of scopes, unless it shows. */
export async function openScopes(page: Page): Promise<void> {
  const table = page.getByRole("table", { name: "Scopes by area" });
  const unfold = page.getByRole("button", { name: /^(Choose scopes one by one|Change scopes)$/ });
  await expect(table.or(unfold)).toBeVisible();
  if (await unfold.isVisible()) await unfold.click();
}

/** Reads the secret, says that it is stored, and comes to the key's own screen. */
export async function storeSecret(page: Page): Promise<string> {
  const dialog = secretDialog(page);
  const secret = await dialog.getByRole("group", { name: "Secret", exact: true }).innerText();
  await dialog.getByLabel("I have stored the secret").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return secret.trim();
}

export async function makeKey(page: Page, name: string, scope = "cases:read"): Promise<string> {
  await open(page, "/credentials/new");
  await nameField(page).fill(name);
  await tickScope(page, scope);
  await createButton(page).click();
  const secret = await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  return secret;
}

export const requestMe = (page: Page, secret: string) =>
  page.request.get("/api/v1/me", { headers: { "x-api-key": secret } });
