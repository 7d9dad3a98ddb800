import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { requestMe } from "../keys.ts";
import { createOrganization } from "../organizations.ts";
import { signInAnew } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

test("a deactivated attorney's five keys are repaired in one dialog; several are rotated and revoked at once", async ({
  page,
}) => {
  const { slug, owner, addAttorney, addKey } = await createOrganization({ hasSecondFactor: true });
  const gone = await addAttorney("Gone", "deactivated");
  const next = await addAttorney("Next");
  for (const name of ["One", "Two", "Three", "Four", "Five"]) await addKey(name, gone);
  await signInAnew(page, owner);
  await visit(page, `/o/${slug}/credentials?status=needs_attention&sort=name`);

  await page.getByLabel("Select all shown").press("Space");
  await page.getByRole("button", { name: "Replace acting attorney" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Alex Gone, deactivated")).toHaveCount(5);
  const { serviceAccounts } = await page.evaluate(async (organization) => {
    const response = await fetch("/api/trpc/serviceAccounts.list?input=%7B%7D", {
      headers: { "x-organization": organization },
    });
    return ((await response.json()) as { result: { data: { serviceAccounts: { id: string; name: string }[] } } }).result
      .data;
  }, slug);
  // Somebody else changes one of them meanwhile.
  const changed = {
    serviceAccountId: serviceAccounts.find(({ name }) => name === "Three")?.id,
    description: "Changed in another session",
  };
  const response = await page.request.post("/api/trpc/serviceAccounts.update", {
    data: changed,
    headers: { "x-organization": slug, Origin: new URL(page.url()).origin },
  });
  expect(response.status(), await response.text()).toBe(200);
  await dialog.getByRole("combobox", { name: "Acting attorney" }).selectOption(next);
  await dialog.getByRole("button", { name: "Replace acting attorney" }).click();
  await expect(dialog.getByText("4 of 5 keys changed, 1 failed.")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Three" })).toContainText(
    "Changed in another session. Try again",
  );
  await dialog.getByRole("button", { name: "Try again for 1 key" }).click();
  await expect(dialog.getByText("5 of 5 keys changed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "No matching keys" })).toBeVisible();

  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await page.getByLabel("Select Five").check();
  await page.getByLabel("Select One").click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 keys selected")).toBeVisible();
  await page.getByRole("button", { name: "Extend" }).click();
  // Keys of 300 days: what would not extend them is off.
  for (const span of ["30 days", "90 days", "180 days"])
    await expect(dialog.getByRole("radio", { name: span })).toBeDisabled();
  await expect(dialog.getByRole("radio", { name: "1 year" })).toBeChecked();
  await expect(dialog.getByRole("list", { name: "Keys" }).getByText("→")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Extend 3 keys" }).click();
  await expect(dialog.getByText("3 of 3 keys extended.")).toBeVisible();
  await expectAccessible(page, "all", "light");
  await takePicture(page, "credentials-secrets-light", {});
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download all as .env" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\n");
  expect(lines.map((line) => line.split("=")[0])).toEqual([
    "CASEPORT_API_KEY_FIVE",
    "CASEPORT_API_KEY_FOUR",
    "CASEPORT_API_KEY_ONE",
  ]);
  for (const line of lines) expect((await requestMe(page, line.split("=")[1] ?? "")).status()).toBe(200);
  await dialog.getByLabel("I have stored the secrets").check();
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await dialog.getByLabel("Enter this text to confirm").fill("revoke 5 keys");
  await dialog.getByLabel("Reason").fill("The contract has ended.");
  await dialog.getByRole("button", { name: "Revoke 5 keys" }).click();
  await expect(dialog.getByText("5 of 5 keys revoked.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table", { name: "API keys" }).getByText("Revoked")).toHaveCount(5);
});
