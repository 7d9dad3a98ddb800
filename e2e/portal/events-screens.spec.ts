import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";
import { createFolder, findEvent } from "../events.ts";
import { open } from "../insight.ts";
import { lookAtScreens } from "../look-at-screen.ts";

const showEvent = (filters: object) => async (page: Page) => {
  const { id } = await findEvent(page, filters);
  await open(page, `/events/${id}`);
  await expect(page.getByRole("heading", { name: "About this event" })).toBeVisible();
  await page.waitForLoadState("networkidle");
};

lookAtScreens([
  { name: "events", path: "/o/{slug}/events", person: "manager", windowOnly: true },
  {
    name: "events-narrowed",
    path: "/o/{slug}/events",
    person: "manager",
    prepare: async (page) => {
      const { entityId } = await findEvent(page, { eventType: "medical_facility.updated" });
      await open(page, `/events?record=${entityId}&time=between&since=2026-01-01T00:00:00.000Z`);
      await expect(page.getByText(/^\d+ events? in all$/)).toBeVisible();
    },
  },
  { name: "events-none", path: "/o/{slug}/events?record=case_none", person: "manager" },
  { name: "events-backwards", path: "/o/{slug}/events?entity=member&time=between&since=2026-01-02T00:00:00.000Z&until=2026-01-01T00:00:00.000Z", person: "manager", windowOnly: true },
  {
    name: "events-new",
    path: "/o/{slug}/events?entity=folder",
    person: "manager",
    windowOnly: true,
    prepare: async (page) => {
      await createFolder(page, `Looked at ${Date.now()}${page.viewportSize()?.width ?? 0}`);
      await expect(page.getByRole("button", { name: /^Show \d+ new event/ })).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: "events-follow",
    path: "/o/{slug}/events",
    person: "manager",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Follow the feed" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "events-without-permission", path: "/o/{slug}/events", person: "member", prepare: (page) => expect(page.getByText("Margaret Okafor")).toBeVisible() },
  { name: "event", path: "/o/{slug}/events", person: "manager", prepare: showEvent({ eventType: "invoice.status_changed" }) },
  { name: "event-client", path: "/o/{slug}/events", person: "manager", prepare: showEvent({ eventType: "client.updated" }) },
  { name: "event-redacted", path: "/o/{slug}/events", person: "manager", prepare: showEvent({ eventType: "medical_facility.updated" }) },
  { name: "event-unknown", path: "/o/{slug}/events", person: "manager", prepare: (page) => open(page, "/events/evt_none").then(() => expect(page.getByText("All events")).toBeVisible()) },
]);
