import { expect } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { signInAnew } from "../people.ts";
import { ageSecondFactor } from "../second-factor.ts";
import { testInOwnContext } from "../test.ts";
import { takePicture } from "../pictures.ts";
import { visit } from "../visit.ts";

testInOwnContext(
  "a passkey is added, confirms a change, replaces the code, signs in by itself, and is removed",
  async ({ page, context }) => {
    const devices = await context.newCDPSession(page);
    await devices.send("WebAuthn.enable");
    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const colleague = await createColleague({ hasSecondFactor: true });
    await signInAnew(page, colleague);
    await visit(page, "/account");
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name").fill("Office laptop");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Office laptop" })).toContainText("not used yet");
    await takePicture(page, "account-passkeys");

    await ageSecondFactor(colleague.email);
    await page.getByRole("button", { name: "Create recovery codes" }).click();
    await page.getByLabel("Your password").fill(colleague.password);
    await page.getByRole("button", { name: "Create recovery codes" }).click();
    await page
      .getByRole("dialog", { name: "Confirm your identity" })
      .getByRole("button", { name: "Use a passkey" })
      .click();
    await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeVisible();

    // An open page would detect the missing session and go to the sign-in page by itself.
    await page.goto("about:blank");
    await context.clearCookies();
    await visit(page, "/sign-in");
    await page.getByLabel("Email address").fill(colleague.email);
    await page.getByLabel("Password", { exact: true }).fill(colleague.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in/second-factor");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/o/**");

    await page.goto("about:blank");
    await context.clearCookies();
    await visit(page, "/sign-in?next=%2Faccount");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/account");
    await page.getByRole("button", { name: "Remove Office laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
    await expect(page.getByText("No passkeys.")).toBeVisible();
  },
);
