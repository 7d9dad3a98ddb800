import { expect, test } from "@playwright/test";
import { ageSecondFactor } from "../age-second-factor.ts";
import { readDemoData } from "../demonstration.ts";
import { settle } from "../look-at-screen.ts";
import { nextCode, signIn } from "../people.ts";

test("a second factor of eleven minutes ago is asked for again, over the dialog that needs it, and the act goes on", async ({ page }) => {
  await signIn(page, "otherManager", { anew: true });
  await ageSecondFactor("otherManager");
  await page.goto("/account");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByLabel("Your password").fill(readDemoData().portal.otherManager.password);
  await page.getByRole("button", { name: "Make new codes" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirmation).toBeVisible();
  await expect(page.getByLabel("Six-digit code")).toBeFocused();
  await settle(page);
  await page.screenshot({ path: "test-results/screens/confirmation.png" });

  // Not confirmed, nothing happens, and what was typed is still there.
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(page.getByRole("dialog", { name: "New recovery codes" }).getByLabel("Your password")).not.toHaveValue("");

  await page.getByRole("button", { name: "Make new codes" }).click();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This code is wrong, too old, or was used already.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(await nextCode("otherManager"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeVisible();
});
