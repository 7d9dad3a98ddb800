import { expect } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { busyKey, findKeyPath, lookUp, openExplanation } from "../insight.ts";
import { checkScreens } from "../check-screens.ts";

checkScreens([
  {
    name: "usage",
    opensMore: true,
    path: (page) => findKeyPath(page, busyKey, "usage"),
    person: "manager",
    prepare: async (page) => {
      const bar = page.locator("svg .recharts-bar-rectangle").nth(20);
      await expect(bar).toBeVisible();
      // A phone has nothing to point with.
      if ((page.viewportSize()?.width ?? 0) < 800) return;
      await bar.hover();
      await expect(page.getByText(/UTC, [\d,]+ requests/)).toBeVisible();
    },
    next: [
      {
        name: "usage-table",
        prepare: async (page) => {
          await page.getByRole("button", { name: "7 days" }).click();
          await page.getByRole("button", { name: "Show as table" }).click();
          await expect(page.getByRole("table", { name: /^Requests per day/ })).toBeVisible();
          await page.evaluate(() => window.scrollTo(0, 0));
        },
      },
    ],
  },
  {
    name: "usage-nothing",
    path: (page) => findKeyPath(page, "Court calendar sync", "usage"),
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "No requests in the last 30 days" })).toBeVisible();
    },
  },
  {
    name: "request-logs",
    path: "/o/{slug}/request-logs",
    person: "manager",
    windowOnly: true,
    prepare: async (page) => {
      await expect(page.getByRole("table", { name: "Requests, newest first" })).toBeVisible();
    },
    next: [
      {
        name: "request-logs-invalid",
        prepare: async (page) => {
          await page.getByLabel("Error reason").selectOption("invalid_input");
          await page.getByRole("row").filter({ hasText: "Invalid input" }).first().getByRole("link").click();
          await expect(page.getByRole("dialog").getByRole("list", { name: "Invalid fields" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "requests",
    path: (page) => findKeyPath(page, busyKey, "requests"),
    person: "manager",
    windowOnly: true,
    prepare: async (page) => {
      await expect(page.getByRole("table", { name: "Requests, newest first" })).toBeVisible();
    },
    next: [
      {
        name: "requests-no-match",
        prepare: async (page) => {
          await page.getByLabel("Error reason").selectOption("body_too_large");
          await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();
        },
      },
    ],
  },
  { name: "request-debugger", path: "/o/{slug}/request-debugger", person: "manager" },
  {
    name: "request-debugger-explained",
    path: "/o/{slug}/request-debugger",
    person: "manager",
    prepare: openExplanation,
  },
  {
    name: "request-debugger-unknown",
    path: "/o/{slug}/request-debugger?id=no-such-request",
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "No request found with this ID" })).toBeVisible();
    },
  },
  {
    name: "request-debugger-without-permission",
    path: "/o/{slug}/request-debugger",
    person: "member",
    prepare: async (page) => {
      await expect(page.getByText("Margaret Okafor")).toBeVisible();
    },
  },
  {
    name: "find-key",
    path: "/o/{slug}/find-key",
    person: "manager",
    next: [
      {
        name: "find-key-mistyped",
        prepare: async (page) => {
          await lookUp(page, `${readDemoData().keys.full.slice(0, -2)}zz`);
          await expect(page.getByText("last six characters does not match")).toBeVisible();
        },
      },
      {
        name: "find-key-found",
        prepare: async (page) => {
          await lookUp(page, readDemoData().keys.deactivatedAttorney);
          await expect(page.getByText("This secret is valid")).toBeVisible();
        },
      },
      {
        name: "find-key-unknown",
        prepare: async (page) => {
          await lookUp(page, readDemoData().keys.otherOrganization);
          await expect(page.getByRole("heading", { name: /^No key found in / })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "find-key-report",
    path: "/o/{slug}/find-key",
    person: "member",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Key" }).fill(readDemoData().keys.full);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("button", { name: "Report as leaked" })).toBeVisible();
    },
  },
  { name: "notifications", path: "/o/{slug}/notifications", person: "manager" },
  { name: "notifications-none", path: "/o/{slug}/notifications", person: "member" },
]);
