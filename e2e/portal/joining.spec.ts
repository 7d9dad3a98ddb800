import { randomUUID } from "node:crypto";
import { expect, type Browser } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { findPasswordLink, waitForMail } from "../mails.ts";
import { findSlug, signIn, type PersonName } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/**
 * Has somebody invited by a firm's manager.
 *
 * @returns the firm's slug
 */
async function invite(browser: Browser, baseURL: string, manager: PersonName, email: string): Promise<string> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, manager);
  const slug = await findSlug(page);
  const response = await page.request.post("/api/trpc/members.create", {
    headers: { origin: baseURL, "x-organization": slug },
    data: { firstName: "Wanted", lastName: "Bytwo", email, role: "paralegal" },
  });
  expect(response.status(), await response.text()).toBe(200);
  await context.close();
  return slug;
}

test("a person invited by two firms joins one, and the other later", async ({ page, browser, baseURL }) => {
  if (baseURL === undefined) throw new Error("the configuration names the server");
  const email = `wanted.${Date.now()}@new.example`;
  const password = `a long way ${randomUUID()}`;
  const begun = Date.now();
  const wanted = await invite(browser, baseURL, "manager", email);
  const mail = await waitForMail(email, begun);
  const other = await invite(browser, baseURL, "otherManager", email);
  expect(other).not.toBe(wanted);
  await visit(page, findPasswordLink(mail));
  await expect(page.getByRole("heading", { name: "Welcome to Caseport" })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  // The first password signs in.
  await page.waitForURL("**/organizations");
  await expect(page.getByRole("button", { name: /^Join organization/ })).toHaveCount(2);
  await expectAccessible(page, "practices");

  await page
    .getByRole("button", { name: /^Join organization/ })
    .first()
    .click();
  await expect(page.getByText(/^You joined .*\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Join organization/ })).toHaveCount(1);
  const choices = page.getByRole("main").getByRole("link");
  await expect(choices).toHaveCount(1);
  await page.getByRole("button", { name: /^Join organization/ }).click();
  await expect(page.getByRole("button", { name: /^Join organization/ })).toHaveCount(0);
  await expect(choices).toHaveCount(2);
  await choices.first().click();
  await page.waitForURL(/\/o\/[^/]+\/reports$/);
});
