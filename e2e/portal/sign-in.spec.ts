import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { readDemoData } from "../demonstration.ts";
import { findPasswordLink, waitForMail } from "../mails.ts";
import { makeCode, nextCode, signIn } from "../people.ts";
import type { PersonName } from "../people.ts";

/** Fills the sign-in page as a person does. */
async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function enterAs(page: Page, person: PersonName): Promise<void> {
  const { email, password } = readDemoData().portal[person];
  await enter(page, email, password);
}

test("an unknown address and a wrong password get the same words", async ({ page }) => {
  const told: (string | null)[] = [];
  for (const email of ["nobody@hartwellpierce.example", readDemoData().portal.otherManager.email]) {
    await page.goto("/sign-in");
    await enter(page, email, "not the password of anybody");
    await expect(page.getByRole("alert").filter({ hasText: "wrong" })).toBeVisible();
    told.push(await page.getByRole("alert").filter({ hasText: "wrong" }).textContent());
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  }
  expect(told[0]).toBe(told[1]);
});

test("empty fields are named, and the first of them has the focus", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your e-mail address.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("aria-invalid", "true");
});

test("with a second factor: password, code, and on to the choice of an organization; the same code opens nothing twice", async ({ page, browser }) => {
  await page.goto("/sign-in");
  await enterAs(page, "manager");
  await page.waitForURL("**/sign-in/second-factor");
  const code = await nextCode("manager");
  await page.getByLabel("Six-digit code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose an organization" })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto("/sign-in");
  await enterAs(other, "manager");
  await other.waitForURL("**/sign-in/second-factor");
  await other.getByLabel("Six-digit code").fill(code);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByText("This code is wrong, too old, or was used already.")).toBeVisible();
  await other.context().close();
});

test("the password alone opens nothing where there is a second factor", async ({ page }) => {
  await page.goto("/sign-in");
  await enterAs(page, "platformAdmin");
  await page.waitForURL("**/sign-in/second-factor");
  await page.goto("/administration/scope-requests");
  await page.waitForURL(/\/sign-in\?next=/);
});

test("a platform administrator without membership is led to the queue", async ({ page }) => {
  await page.goto("/sign-in");
  await enterAs(page, "platformAdmin");
  await page.waitForURL("**/sign-in/second-factor");
  await page.getByLabel("Six-digit code").fill(await nextCode("platformAdmin"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/administration/scope-requests");
});

test("who is a member of one organization is led there, and back to where he wanted to go", async ({ page }) => {
  await page.goto("/account");
  await page.waitForURL("**/sign-in?next=%2Faccount");
  await enterAs(page, "member");
  await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
  await page.goto("/organizations");
  await page.waitForURL(/\/o\/[^/]+\/credentials$/);
});

test("sign-in does not lead to another site", async ({ page }) => {
  await page.goto(`/sign-in?next=${encodeURIComponent("//evil.example/")}`);
  await enterAs(page, "attorney");
  await page.waitForURL(/localhost.*\/o\/[^/]+\/credentials$/);
});

test("signing out ends the session on the server: its cookie opens nothing any more", async ({ page }) => {
  await signIn(page, "otherManager", { anew: true });
  const cookies = await page.context().cookies();
  await page.goto("/account");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  await page.context().addCookies(cookies);
  const answer = await page.request.get("/api/trpc/account.get?input=%7B%7D");
  expect(answer.status()).toBe(401);
  await page.goto("/account");
  await page.waitForURL("**/sign-in?next=%2Faccount");
});

test("a forgotten password: mail, link, new password; the link works once; the password is changed back on the account page", async ({ page }) => {
  const { email, password } = readDemoData().portal.member;
  const temporary = `temporary ${randomBytes(9).toString("base64url")}`;
  const begin = Date.now();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "I forgot my password" }).click();
  await expect(page.getByText("This installation sends no mail")).toBeVisible();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();

  const link = findPasswordLink(await waitForMail(email, begin));
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await page.getByLabel("New password, once more").fill("different");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await expect(page.getByText("The two passwords differ.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(temporary);
  await page.getByLabel("New password, once more").fill(temporary);
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("Your password is set")).toBeVisible();

  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("another password entirely");
  await page.getByLabel("New password, once more").fill("another password entirely");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(page.getByText("This link is older than 30 minutes, or was used already.")).toBeVisible();

  await page.goto("/sign-in?next=/account");
  await enter(page, email, temporary);
  await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
  await page.getByLabel("Present password").fill("not this one, surely");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("New password, once more").fill(password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Is wrong.")).toBeVisible();
  await page.getByLabel("Present password").fill(temporary);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
});

test("a second factor is set up with QR code and recovery codes, used, and turned off again", async ({ page }) => {
  test.setTimeout(150_000);
  const { email, password } = readDemoData().portal.attorney;
  await signIn(page, "attorney", { anew: true });
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await page.screenshot({ path: "test-results/screens/account-qr-code.png" });
  const secret = ((await page.getByRole("dialog").locator("p.font-mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("This code is wrong, too old, or was used already.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(makeCode(secret));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  await page.screenshot({ path: "test-results/screens/account-recovery-codes.png" });
  const [recoveryCode = ""] = await page.getByRole("dialog").getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I have stored them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Turn it off" })).toBeVisible();

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  await page.goto("/sign-in?next=/account");
  await enter(page, email, password);
  await page.waitForURL(/second-factor/);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Turn it off" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn it off" }).click();
  await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
});

test("a session is ended from another one", async ({ page, browser }) => {
  await signIn(page, "member", { anew: true });
  const other = await (await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1" })).newPage();
  await signIn(other, "member", { anew: true });
  await page.goto("/account");
  await page.getByRole("listitem").filter({ hasText: "Safari on iPhone" }).first().getByRole("button", { name: /^Sign out/ }).click();
  await expect(page.getByText("The session in Safari on iPhone has ended.")).toBeVisible();
  await other.goto("/account");
  await other.waitForURL(/\/sign-in\?next=/);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/sign-in");
  await other.context().close();
});
