import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";

/**
 * Pages for everybody, and the screens of sign-in and account. Those of keys and administration stand in their own
 * specs.
 */
checkScreens([
  { name: "home", path: "/" },
  {
    name: "docs",
    path: "/docs",
    windowOnly: true,
    next: [
      {
        name: "docs-search",
        windowOnly: true,
        prepare: async (page) => {
          await page.getByRole("combobox", { name: "Search the reference" }).fill("client");
          await expect(page.getByRole("option").first()).toBeVisible();
        },
      },
    ],
  },
  {
    name: "docs-area",
    path: "/docs/org-team",
    windowOnly: true,
    prepare: async (page) => {
      const operation = page.getByRole("article").filter({ hasText: "PATCH" }).first();
      await operation.locator("details").evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute("open", "")));
      await expect(operation.getByRole("form")).toBeVisible();
      await expect(operation.getByRole("group", { name: "Errors" })).toBeVisible();
    },
  },
  { name: "docs-guides", path: "/docs/guides" },
  { name: "docs-guide", path: "/docs/guides/configuration", windowOnly: true },
  { name: "docs-quickstart", path: "/docs/guides/quickstart-sync", windowOnly: true },
  { name: "status", path: "/status" },
  { name: "not-found", path: "/no-such-page", isMissing: true },
  {
    name: "sign-in",
    path: "/sign-in",
    next: [
      {
        name: "sign-in-faults",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Sign in" }).click();
          await expect(page.getByText("Enter your password.")).toBeVisible();
        },
      },
    ],
  },
  { name: "second-factor", path: "/sign-in/second-factor" },
  {
    name: "forgot-password",
    path: "/forgot-password",
    next: [
      {
        name: "forgot-password-sent",
        prepare: async (page) => {
          await page.getByLabel("Email address").fill("nobody@example.com");
          await page.getByRole("button", { name: "Send link" }).click();
          await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
        },
      },
    ],
  },
  { name: "reset-password", path: "/reset-password?token=none" },
  { name: "reset-password-incomplete", path: "/reset-password" },
  { name: "organizations", path: "/organizations", person: "manager" },
  { name: "not-found-in-organization", path: "/o/{slug}/no-such-screen", person: "manager", isMissing: true },
  { name: "settings", path: "/o/{slug}/settings", person: "manager" },
  {
    name: "attention",
    path: "/o/{slug}/notifications",
    person: "manager",
    windowOnly: true,
    prepare: (page) => page.getByRole("button", { name: /items? needs? attention/ }).click(),
    next: [
      {
        name: "palette",
        prepare: async (page) => {
          await page.keyboard.press("Control+k");
          await page.getByRole("combobox").fill("re");
          await expect(page.getByRole("group", { name: "Reports" })).toBeVisible();
        },
      },
      {
        name: "palette-nothing",
        prepare: async (page) => {
          await page.getByRole("combobox").fill("zebra crossing");
          await expect(page.getByText(/^Nothing found/)).toBeVisible();
        },
      },
      {
        name: "organization-switcher",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: /switch organization/ }).click();
          await expect(page.getByRole("option").first()).toBeVisible();
        },
      },
    ],
  },
  { name: "organization-unknown", path: "/o/no-such-firm/team", person: "manager", isMissing: true },
  {
    name: "account",
    path: "/account",
    person: "manager",
    next: [
      {
        name: "account-turn-off",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Turn off second factor" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "account-menu",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: /^Account of/ }).click();
          await expect(page.getByRole("menu")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "account-without-second-factor",
    path: "/account",
    person: "attorney",
    next: [
      {
        name: "account-set-up",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Set up a second factor" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
]);
