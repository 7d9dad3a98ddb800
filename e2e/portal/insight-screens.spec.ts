import { expect } from "@playwright/test";
import { readDemoData } from "../demonstration.ts";
import { busyKey, lookUp, openExplanation, openKey } from "../insight.ts";
import { lookAtScreens } from "../look-at-screen.ts";

lookAtScreens([
  {
    name: "usage",
    path: "/o/{slug}/credentials",
    person: "manager",
    prepare: async (page) => {
      await openKey(page, busyKey, "usage");
      const bar = page.locator("svg .recharts-bar-rectangle").nth(20);
      await expect(bar).toBeVisible();
      // A phone has nothing to point with.
      if ((page.viewportSize()?.width ?? 0) < 800) return;
      await bar.hover();
      await expect(page.getByText(/UTC, [\d,]+ requests/)).toBeVisible();
    },
  },
  {
    name: "usage-table",
    path: "/o/{slug}/credentials",
    person: "manager",
    prepare: async (page) => {
      await openKey(page, busyKey, "usage");
      await page.getByRole("button", { name: "7 days" }).click();
      await page.getByRole("button", { name: "Show as table" }).click();
      await expect(page.getByRole("table")).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: "usage-nothing",
    path: "/o/{slug}/credentials",
    person: "manager",
    prepare: async (page) => {
      await openKey(page, "Court calendar sync", "usage");
      await expect(page.getByRole("heading", { name: "No request in the last 30 days" })).toBeVisible();
    },
  },
  {
    name: "requests",
    path: "/o/{slug}/credentials",
    person: "manager",
    windowOnly: true,
    prepare: async (page) => {
      await openKey(page, busyKey, "requests");
      await expect(page.getByRole("table", { name: /Requests of this key/ })).toBeVisible();
    },
  },
  {
    name: "requests-refused",
    path: "/o/{slug}/credentials",
    person: "manager",
    prepare: async (page) => {
      await openKey(page, busyKey, "requests");
      await page.getByLabel("Answer").selectOption("4xx");
      await page.getByLabel("Error code").selectOption("RATE_LIMITED");
      await expect(page.getByRole("link", { name: /Why/ }).first()).toBeVisible();
    },
  },
  {
    name: "requests-no-match",
    path: "/o/{slug}/credentials",
    person: "manager",
    prepare: async (page) => {
      await openKey(page, busyKey, "requests");
      await page.getByLabel("Error code").selectOption("PAYLOAD_TOO_LARGE");
      await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
    },
  },
  { name: "refusals", path: "/o/{slug}/refusals", person: "manager" },
  { name: "refusals-explained", path: "/o/{slug}/refusals", person: "manager", prepare: openExplanation },
  {
    name: "refusals-unknown",
    path: "/o/{slug}/refusals?id=no-such-request",
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: /^No request of this organization/ })).toBeVisible();
    },
  },
  {
    name: "refusals-without-permission",
    path: "/o/{slug}/refusals",
    person: "member",
    prepare: async (page) => {
      await expect(page.getByText("Margaret Okafor")).toBeVisible();
    },
  },
  { name: "whose-key", path: "/o/{slug}/whose-key", person: "manager" },
  {
    name: "whose-key-mistyped",
    path: "/o/{slug}/whose-key",
    person: "manager",
    prepare: async (page) => {
      await lookUp(page, `${readDemoData().keys.full.slice(0, -2)}zz`);
      await expect(page.getByText("its last six characters do not match")).toBeVisible();
    },
  },
  {
    name: "whose-key-found",
    path: "/o/{slug}/whose-key",
    person: "manager",
    prepare: async (page) => {
      await lookUp(page, readDemoData().keys.deactivatedAttorney);
      await expect(page.getByText("Whoever has this secret can use it")).toBeVisible();
    },
  },
  {
    name: "whose-key-unknown",
    path: "/o/{slug}/whose-key",
    person: "manager",
    prepare: async (page) => {
      await lookUp(page, readDemoData().keys.otherOrganization);
      await expect(page.getByRole("heading", { name: /^No key of / })).toBeVisible();
    },
  },
  { name: "notifications", path: "/o/{slug}/notifications", person: "manager" },
  { name: "notifications-none", path: "/o/{slug}/notifications", person: "member" },
]);
