import { expect } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { createButton, nameField, scopeBox, tickScope, secretDialog, storeSecret } from "../keys.ts";
import { findSlug, makeCode, signInAnew } from "../people.ts";
import { reload, visit } from "../visit.ts";
import { ageSecondFactor, createCode } from "../second-factor.ts";
import { takePicture } from "../pictures.ts";
import { test, testInOwnContext } from "../test.ts";

test("a second factor confirmed eleven minutes ago must be confirmed again over the dialog, which then continues", async ({
  page,
}) => {
  const colleague = await createColleague({ hasSecondFactor: true });
  await signInAnew(page, colleague);
  await ageSecondFactor(colleague.email);
  await visit(page, "/account");
  await page.getByRole("button", { name: "Create recovery codes" }).click();
  await page.getByLabel("Your password").fill(colleague.password);
  await page.getByRole("button", { name: "Create recovery codes" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm your identity" });
  await expect(confirmation).toBeVisible();
  await expect(page.getByLabel("Six-digit code")).toBeFocused();
  // One dialog is in view, and what is below comes back.
  await expect(page.locator(".dialog").filter({ visible: true })).toHaveCount(1);
  await takePicture(page, "confirmation");

  // Not confirmed, nothing happens, and what was typed is still there.
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Create recovery codes" }).getByLabel("Your password")).not.toHaveValue(
    "",
  );

  await page.getByRole("button", { name: "Create recovery codes" }).click();
  await page.getByLabel("Six-digit code").fill("000000");
  await expect(page.getByText("The code is wrong, expired or already used.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(await createCode(colleague));
  await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeVisible();
});

test("a first key: the second factor is set up over the form, a reload loses nothing, and the key is created without entering anything twice", async ({
  page,
}) => {
  const colleague = await createColleague({ permissions: ["integrations:manage"] });
  const name = `First ${colleague.email.slice(0, 8)}`;
  await signInAnew(page, colleague);
  await visit(page, `/o/${await findSlug(page)}/credentials/new`);
  await nameField(page).fill(name);
  await tickScope(page, "cases:read");
  page.once("dialog", (dialog) => void dialog.accept());
  await reload(page);
  await expect(nameField(page)).toHaveValue(name);
  await expect(scopeBox(page, "cases:read")).toBeChecked();

  await createButton(page).click();
  // Who typed the password a moment ago is not asked for it.
  const start = page.getByRole("dialog", { name: "Scan the QR code" });
  await start.getByRole("button", { name: "Cancel" }).click();
  await expect(start).toBeHidden();
  await expect(nameField(page)).toHaveValue(name);
  await createButton(page).click();
  await takePicture(page, "credentials-new-enroll");
  const secret = (
    (await page.getByRole("dialog", { name: "Scan the QR code" }).locator("p.font-mono").textContent()) ?? ""
  ).replaceAll(" ", "");
  await page.getByLabel("Six-digit code").fill(makeCode(secret));
  await page.getByLabel("I have stored the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

testInOwnContext("Back asks before the secret of a rotated key is lost", async ({ page }) => {
  const colleague = await createColleague({ permissions: ["integrations:manage"], hasSecondFactor: true });
  const name = `Rotated ${colleague.email.slice(0, 8)}`;
  await signInAnew(page, colleague);
  await visit(page, `/o/${await findSlug(page)}/credentials/new`);
  await nameField(page).fill(name);
  await tickScope(page, "cases:read");
  await createButton(page).click();
  await storeSecret(page);
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(secretDialog(page)).toBeVisible();
  const loss = page.getByRole("alertdialog", { name: "Leave without storing the secret?" });
  await page.goBack();
  await loss.getByRole("button", { name: "Cancel" }).click();
  await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

testInOwnContext(
  "a form survives the end of the session, being offline and the Back button",
  async ({ page, context }) => {
    const colleague = await createColleague({ permissions: ["integrations:manage"], hasSecondFactor: true });
    const name = `Kept ${colleague.email.slice(0, 8)}`;
    await signInAnew(page, colleague);
    const list = `/o/${await findSlug(page)}/credentials`;
    await visit(page, list);
    await page.getByRole("main").getByRole("link", { name: "Create key" }).first().click();
    await nameField(page).fill(name);
    await tickScope(page, "cases:read");

    await page.goBack();
    const question = page.getByRole("alertdialog", { name: "Leave without creating the API key?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(nameField(page)).toHaveValue(name);

    await context.setOffline(true);
    await expect(page.getByText("This page may be out of date.")).toBeVisible();
    await createButton(page).click();
    await expect(page.getByText("You’re offline. Nothing was saved.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("This page may be out of date.")).toBeHidden();
    await expect(nameField(page)).toHaveValue(name);

    await context.clearCookies();
    await createButton(page).click();
    const signIn = page.getByRole("dialog", { name: "Sign in again" });
    await expect(signIn.getByText(colleague.email)).toBeVisible();
    await takePicture(page, "sign-in-again");
    await signIn.getByLabel("Your password").fill("not this one, surely");
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await expect(signIn.getByText("Is wrong.")).toBeVisible();
    await signIn.getByLabel("Your password").fill(colleague.password);
    await signIn.getByRole("button", { name: "Sign in" }).click();
    await signIn.getByLabel("Six-digit code").fill(await createCode(colleague));
    await expect(secretDialog(page)).toBeVisible();
    for (let time = 0; time < 2; time += 1) {
      await page.goBack();
      const loss = page.getByRole("alertdialog", { name: "Leave without storing the secret?" });
      await loss.getByRole("button", { name: "Cancel" }).click();
    }
    await storeSecret(page);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    await page.getByRole("tab", { name: "Edit" }).click();
    await nameField(page).fill(`${name}, renamed`);
    await page.goBack();
    await page
      .getByRole("alertdialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Leave page" })
      .click();
    await expect(page.getByRole("tab", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Edit" }).click();
    await expect(nameField(page)).toHaveValue(name);

    // A form, a dialog and a menu whose scripts are not fetched yet: with a route, the browser has no cache, and nobody
    // has moved or typed on the page.
    await page.route("**/_next/static/**", (route) => route.continue());
    await page.mouse.move(0, 0);
    await reload(page);
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await nameField(page).fill(`${name}, offline`);
    await context.setOffline(true);
    await expect(page.getByText("This page may be out of date.")).toBeVisible();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("You’re offline. Nothing was saved.")).toBeVisible();
    await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await expect(page.getByText("You’re offline. Reconnect, then try again.")).toBeVisible();
    await page.getByRole("button", { name: "Rotate key" }).click();
    await expect(page.getByText("You’re offline. Nothing was changed.")).toBeVisible();
    await takePicture(page, "offline");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    const rotate = page.getByRole("dialog", { name: "Rotate key" });
    // Escape closes it once it has the focus.
    await expect(rotate.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(rotate).toBeHidden();
    await expect(nameField(page)).toHaveValue(`${name}, offline`);
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();
  },
);
