import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { askWhoAmI, makeKey, open } from "../keys.ts";
import { findSlug, signInAnew } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

test("a member without permission reports a leaked key, which stops; a manager finds it in the attention line and resumes it", async ({ page, context }) => {
  const name = `Leaked ${randomUUID().slice(0, 8)}`;
  const secret = await makeKey(page, name);
  const slug = await findSlug(page);
  // An open page would notice that the session changes.
  await page.goto("about:blank");
  await context.clearCookies();

  const member = await createColleague();
  await signInAnew(page, member);
  await visit(page, `/o/${slug}/find-key`);
  await page.getByRole("textbox", { name: "Key" }).fill(secret);
  await page.getByRole("button", { name: "Continue" }).click();
  await takePicture(page, "find-key-report");
  await page.getByRole("button", { name: "Report as leaked" }).click();
  await expect(page.getByText("Reported. The key is paused")).toBeVisible();
  expect((await askWhoAmI(page, secret)).status()).toBe(401);
  await page.goto("about:blank");

  await open(page, "/notifications");
  await page.getByText(/items? needs? attention/).click();
  const item = page.getByRole("list", { name: "Items that need attention" }).getByRole("listitem").filter({ hasText: `“${name}” was reported as leaked` });
  await expect(item).toContainText(`${member.name} reported its secret.`);
  await takePicture(page, "attention-leaked");
  await item.getByRole("button", { name: "Resume key" }).click();
  await expect(item).toBeHidden();
  expect((await askWhoAmI(page, secret)).status()).toBe(200);
});
