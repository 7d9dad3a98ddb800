import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { createFolder, findEvent } from "../events.ts";
import { checkScreens } from "../check-screens.ts";
import { findSlug } from "../people.ts";

const findEventPath = (filters: object) => async (page: Page) =>
  `/o/${await findSlug(page)}/events/${(await findEvent(page, filters)).id}`;

checkScreens([
  {
    name: "events",
    path: "/o/{slug}/events",
    person: "manager",
    windowOnly: true,
    next: [
      {
        name: "events-follow",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Poll the feed" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "events-narrowed",
    path: async (page) => {
      const { entityId } = await findEvent(page, { eventType: "medical_facility.updated" });
      return `/o/${await findSlug(page)}/events?record=${entityId}&time=between&since=2026-01-01T00:00:00.000Z`;
    },
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByText(/^\d+ events?\b/)).toBeVisible();
    },
  },
  { name: "events-none", path: "/o/{slug}/events?record=case_none", person: "manager" },
  {
    name: "events-backwards",
    path: "/o/{slug}/events?entity=member&time=between&since=2026-01-02T00:00:00.000Z&until=2026-01-01T00:00:00.000Z",
    person: "manager",
    windowOnly: true,
  },
  {
    name: "events-new",
    path: "/o/{slug}/events?entity=folder",
    person: "manager",
    windowOnly: true,
    movesClock: true,
    prepare: async (page) => {
      await createFolder(page, `New ${randomUUID()}`);
      // The screen looks for new events every ten seconds.
      await page.clock.fastForward(10_000);
      await expect(page.getByRole("button", { name: /^Show \d+ new event/ })).toBeVisible();
    },
  },
  {
    name: "events-without-permission",
    path: "/o/{slug}/events",
    person: "member",
    prepare: (page) => expect(page.getByText("Margaret Okafor")).toBeVisible(),
  },
  { name: "event", path: findEventPath({ eventType: "invoice.status_changed" }), person: "manager" },
  { name: "event-client", path: findEventPath({ eventType: "client.updated" }), person: "manager" },
  { name: "event-redacted", path: findEventPath({ eventType: "medical_facility.updated" }), person: "manager" },
  {
    name: "event-unknown",
    path: "/o/{slug}/events/evt_none",
    person: "manager",
    prepare: (page) => expect(page.getByText("All events")).toBeVisible(),
  },
]);
