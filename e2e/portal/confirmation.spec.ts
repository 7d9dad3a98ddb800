import { expect } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { signInAnew } from "../people.ts";
import { visit } from "../visit.ts";
import { ageSecondFactor, createCode } from "../second-factor.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";

test("a second factor confirmed eleven minutes ago must be confirmed again over the dialog, which then continues", async ({ page }) => {
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
  await takePicture(page, "confirmation");

  // Not confirmed, nothing happens, and what was typed is still there.
  await page.keyboard.press("Escape");
  await expect(confirmation).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Create recovery codes" }).getByLabel("Your password")).not.toHaveValue("");

  await page.getByRole("button", { name: "Create recovery codes" }).click();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Verify code" }).click();
  await expect(page.getByText("The code is wrong, expired or already used.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(await createCode(colleague));
  await page.getByRole("button", { name: "Verify code" }).click();
  await expect(page.getByRole("heading", { name: "Your new recovery codes" })).toBeVisible();
});
