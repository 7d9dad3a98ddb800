import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/**
 * In the unrelated firm, because all managers of the firm are notified: other tests count the notifications of the demo
 * firm's.
 */
test("a member without permission reports a leaked key, which stops; a manager finds it in the attention line and resumes it", async ({
  page,
  context,
  baseURL,
}) => {
  const { organizationId } = readDemoData().otherOrganization;
  const manager = await createColleague({
    organizationId,
    permissions: ["integrations:manage"],
    hasSecondFactor: true,
  });
  const member = await createColleague({ organizationId });

  await signInAnew(page, manager);
  const slug = await findSlug(page);
  const name = `Leaked ${randomUUID().slice(0, 8)}`;
  const created = await page.request.post("/api/trpc/serviceAccounts.create", {
    headers: { "x-organization": slug, ...(baseURL !== undefined && { Origin: baseURL }) },
    data: { name, scopes: ["cases:read"], validUntil: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const { result } = (await created.json()) as { result: { data: { secret: string } } };
  const { secret } = result.data;
  const readStatus = async () =>
    (await page.request.get("/api/v1/me", { headers: { "x-api-key": secret, cookie: "" } })).status();
  expect(await readStatus()).toBe(200);

  const ofManager = await context.cookies();
  await context.clearCookies();
  await signInAnew(page, member);
  await visit(page, `/o/${slug}/find-key`);
  await page.getByRole("textbox", { name: "Key" }).fill(secret);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Report as leaked" }).click();
  await expect(page.getByText("Reported. The key is paused")).toBeVisible();
  expect(await readStatus()).toBe(401);

  // An open page would notice that the session changes.
  await page.goto("about:blank");
  await context.clearCookies();
  await context.addCookies(ofManager);
  await visit(page, `/o/${slug}/notifications`);
  await page.getByRole("button", { name: /items? needs? attention/ }).click();
  const item = page
    .getByRole("list", { name: "Items that need attention" })
    .getByRole("listitem")
    .filter({ hasText: `“${name}” was reported as leaked` });
  await expect(item).toContainText(`${member.name} reported its secret.`);
  await item.getByRole("button", { name: "Resume key" }).click();
  await expect(item).toBeHidden();
  expect(await readStatus()).toBe(200);
});
