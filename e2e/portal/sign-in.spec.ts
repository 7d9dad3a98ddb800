import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { findPasswordLink, waitForMail } from "../mails.ts";
import { findPerson, lockPerson, makeCode, signInAnew, type PersonName } from "../people.ts";
import { createCode } from "../second-factor.ts";
import { visit } from "../visit.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";

/** Fills the sign-in page as a person does. */
async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function enterAs(page: Page, person: PersonName): Promise<void> {
  const { email, password } = findPerson(person);
  await enter(page, email, password);
}

test("an unknown email address and a wrong password show the same message", async ({ page }) => {
  const shown: (string | null)[] = [];
  for (const email of ["nobody@hartwellpierce.example", findPerson("otherManager").email]) {
    await visit(page, "/sign-in");
    await enter(page, email, "not the password of anybody");
    await expect(page.getByRole("alert").filter({ hasText: "wrong" })).toBeVisible();
    shown.push(await page.getByRole("alert").filter({ hasText: "wrong" }).textContent());
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  }
  expect(shown[0]).toBe(shown[1]);
});

test("empty fields are reported, and the first one gets the focus", async ({ page }) => {
  await visit(page, "/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email address.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
});

test("a person with a second factor enters password and code and chooses an organization; the code works once", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await lockPerson("manager", async () => {
    await visit(page, "/sign-in");
    await enterAs(page, "manager");
    await page.waitForURL("**/sign-in/second-factor");
    const code = await createCode(findPerson("manager"));
    await page.getByLabel("Six-digit code").fill(code);
    await expect(page.getByRole("heading", { name: "Choose an organization" })).toBeVisible();

    await visit(other, "/sign-in");
    await enterAs(other, "manager");
    await other.waitForURL("**/sign-in/second-factor");
    await other.getByLabel("Six-digit code").fill(code);
    await expect(other.getByText("The code is wrong, expired or already used.")).toBeVisible();
  });
  await other.context().close();
});

test("the password alone gives no access when there is a second factor", async ({ page }) => {
  await visit(page, "/sign-in");
  await enterAs(page, "platformAdmin");
  await page.waitForURL("**/sign-in/second-factor");
  await visit(page, "/administration/scope-requests");
  await page.waitForURL(/\/sign-in\?next=/);
});

test("a platform administrator without a membership is led to the administration", async ({ page }) => {
  await visit(page, "/sign-in");
  await enterAs(page, "platformAdmin");
  await page.waitForURL("**/sign-in/second-factor");
  await lockPerson("platformAdmin", async () => {
    await page.getByLabel("Six-digit code").fill(await createCode(findPerson("platformAdmin")));
    await page.waitForURL("**/administration");
  });
});

test("a member of one organization is led to what they can use there, and back to the requested page", async ({
  page,
}) => {
  await visit(page, "/account");
  await page.waitForURL("**/sign-in?next=%2Faccount");
  await enterAs(page, "member");
  await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
  await visit(page, "/organizations");
  await page.waitForURL(/\/o\/[^/]+\/reports$/);
});

test("sign-in does not redirect to another site", async ({ page }) => {
  await visit(page, `/sign-in?next=${encodeURIComponent("//evil.example/")}`);
  await enterAs(page, "attorney");
  await page.waitForURL(/localhost.*\/o\/[^/]+$/);
});

test("signing out ends the session on the server, and its cookie is rejected", async ({ page }) => {
  await signInAnew(page, await createColleague());
  const cookies = await page.context().cookies();
  await visit(page, "/account");
  await page.evaluate(() => sessionStorage.setItem("draft/x", "typed"));
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.context().addCookies(cookies);
  const response = await page.request.get("/api/trpc/account.get?input=%7B%7D");
  expect(response.status()).toBe(401);
  await visit(page, "/account");
  await page.waitForURL("**/sign-in?next=%2Faccount");
});

test("a forgotten password is reset by a link that works once, and changed back on the account page", async ({
  page,
}) => {
  const { email, password } = await createColleague();
  const temporary = `temporary ${randomBytes(9).toString("base64url")}`;
  const begin = Date.now();
  await visit(page, "/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByText("This installation does not send email")).toBeVisible();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

  const link = findPasswordLink(await waitForMail(email, begin));
  await visit(page, link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await page.getByLabel("Confirm new password").fill("different");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
  await expect(page.getByText("The passwords do not match.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(temporary);
  await page.getByLabel("Confirm new password").fill(temporary);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set")).toBeVisible();

  await visit(page, link);
  await page.getByLabel("New password", { exact: true }).fill("another password entirely");
  await page.getByLabel("Confirm new password").fill("another password entirely");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("The link has expired or was already used.")).toBeVisible();

  await visit(page, "/sign-in?next=/account");
  await enter(page, email, temporary);
  await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
  await page.getByLabel("Current password").fill("not this one, surely");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(temporary);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
});

test("a second factor is set up with QR code and recovery codes, used, and removed again", async ({ page }) => {
  const colleague = await createColleague();
  const { email, password } = colleague;
  await signInAnew(page, colleague);
  await visit(page, "/account");
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await takePicture(page, "account-qr-code");
  const secret = ((await page.getByRole("dialog").locator("p.font-mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Six-digit code").fill("000000");
  await expect(page.getByText("The code is wrong, expired or already used.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(makeCode(secret));
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  await takePicture(page, "account-recovery-codes");
  const [recoveryCode = ""] = await page.getByRole("dialog").getByRole("listitem").allTextContents();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.getByLabel("I have stored the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Turn off second factor" })).toBeVisible();

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  await visit(page, "/sign-in?next=/account");
  await enter(page, email, password);
  await page.waitForURL(/second-factor/);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Turn off second factor" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off second factor" }).click();
  await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
});

test("a session is ended from another session", async ({ page, browser }) => {
  const colleague = await createColleague();
  await signInAnew(page, colleague);
  const other = await (
    await browser.newContext({
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1",
    })
  ).newPage();
  await signInAnew(other, colleague);
  await visit(page, "/account");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Safari on iPhone" })
    .first()
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(page.getByText("Signed out of Safari on iPhone.")).toBeVisible();
  await visit(other, "/account");
  await other.waitForURL(/\/sign-in\?next=/);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/sign-in");
  await other.context().close();
});

test("the screens follow the browser's language, and a link changes it", async ({ browser }) => {
  const context = await browser.newContext({ locale: "es-MX" });
  const page = await context.newPage();
  await visit(page, "/sign-in");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page).toHaveTitle(/^Iniciar sesión/);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("Escriba su correo electrónico.")).toBeVisible();
  await page.getByLabel("Correo electrónico").fill("nobody@hartwellpierce.example");
  await page.getByLabel("Contraseña", { exact: true }).fill("not my password");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("El correo o la contraseña son incorrectos.")).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await visit(page, "/forgot-password");
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await context.close();
});
