import { describe, expect, test } from "vitest";
import { listPermissions, type Role } from "../../contract/permissions.ts";
import { findLanding, isCurrentPlace, listPlaces } from "./places.ts";

const readAs = (role: Role, isHeadquarters = false) => ({
  slug: "firm",
  permissions: [...listPermissions(role, [])],
  isHeadquarters,
});
const labels = (role: Role) =>
  (["main", "settings"] as const).map((group) => listPlaces(readAs(role), group).map(({ label }) => label));

describe("the navigation", () => {
  test("shows an owner every screen, in nouns", () => {
    expect(labels("owner")).toEqual([
      [
        "Overview",
        "API keys",
        "Webhooks",
        "Events",
        "Request logs",
        "Reports",
        "Exports",
        "Deadlines",
        "Expenses",
        "Signatures",
        "Settlements",
        "Liens",
        "Trust",
        "Referrals",
      ],
      [
        "API credentials",
        "Organization",
        "Offices",
        "Holiday calendars",
        "Members",
        "Teams",
        "Task templates",
        "Jurisdiction rules",
        "Chain templates",
        "Deadline policy",
        "Billing",
        "E-signature",
        "Audit log",
        "Calendar feeds",
        "Notifications",
      ],
    ]);
  });

  test("shows no screen that would reject the member", () => {
    expect(labels("paralegal")).toEqual([
      ["Reports", "Deadlines", "Signatures", "Settlements", "Liens", "Referrals"],
      ["Organization", "Offices", "Holiday calendars", "Members", "Teams", "Calendar feeds", "Notifications"],
    ]);
    expect(labels("assistant")).toEqual([
      [],
      ["Organization", "Offices", "Holiday calendars", "Members", "Teams", "Calendar feeds", "Notifications"],
    ]);
  });

  test("shows the child organizations to members of a headquarters who manage keys", () => {
    const list = (role: Role, isHeadquarters: boolean) =>
      listPlaces(readAs(role, isHeadquarters), "settings").some(({ label }) => label === "Child organizations");
    expect([list("owner", true), list("owner", false), list("paralegal", true)]).toEqual([true, false, false]);
  });

  test("lands on the Overview, or a screen that opens: Reports without the integrations permission, Organization without any", () => {
    expect(["owner", "paralegal", "assistant"].map((role) => findLanding(readAs(role as Role)))).toEqual([
      "/o/firm",
      "/o/firm/reports",
      "/o/firm/settings/organization",
    ]);
  });

  test("marks the screen of a record and of a tool", () => {
    const marked = (path: string) =>
      listPlaces(readAs("owner"), "main")
        .filter((place) => isCurrentPlace(place, path))
        .map(({ label }) => label);
    expect(marked("/o/firm")).toEqual(["Overview"]);
    expect(marked("/o/firm/credentials/key_1")).toEqual(["API keys"]);
    expect(marked("/o/firm/find-key")).toEqual(["API keys"]);
    expect(marked("/o/firm/request-debugger")).toEqual(["Request logs"]);
    expect(marked("/o/firm/team")).toEqual([]);
  });
});
