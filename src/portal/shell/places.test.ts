import { describe, expect, test } from "vitest";
import { listPermissions, type Role } from "../../contract/permissions.ts";
import { findLanding, isCurrentPlace, isInSettings, listMenu, listPlaces, listSettings } from "./places.ts";

const readAs = (role: Role, isHeadquarters = false) => ({
  slug: "firm",
  permissions: [...listPermissions(role, [])],
  isHeadquarters,
});
const menu = (role: Role) =>
  listMenu(readAs(role)).map(({ label, inside }) =>
    inside.length === 0 ? label : [label, ...inside.map((each) => each.label)],
  );
const settings = (role: Role, isHeadquarters = false) =>
  Object.fromEntries(
    listSettings(readAs(role, isHeadquarters)).map(({ title, places }) => [title, places.map(({ label }) => label)]),
  );

describe("the navigation", () => {
  test("shows an owner every screen in eight places, in nouns", () => {
    expect(menu("owner")).toEqual([
      "Overview",
      "API keys",
      "Webhooks",
      "Events",
      "Request logs",
      ["Reports", "Exports"],
      ["Cases", "Deadlines", "Signatures", "Messages", "Referrals"],
      ["Settlements", "Liens", "Trust", "Expenses"],
    ]);
  });

  test("groups the settings under headings of their own navigation", () => {
    expect(settings("owner")).toEqual({
      Firm: ["Organization", "Offices", "Holiday calendars"],
      People: ["Members", "Teams"],
      "Case work": [
        "Task templates",
        "Jurisdiction rules",
        "Chain templates",
        "Deadline policy",
        "Import",
        "Billing",
        "Referrals",
        "E-signature",
        "Communications",
      ],
      Integrations: ["API credentials", "Sandbox"],
      Security: ["Audit log"],
      Personal: ["Calendar feeds", "Notifications"],
    });
  });

  test("folds nothing where there are few, and shows no screen that would reject the member", () => {
    expect(menu("paralegal")).toEqual([
      "Reports",
      "Deadlines",
      "Signatures",
      "Messages",
      "Referrals",
      "Settlements",
      "Liens",
    ]);
    expect(menu("assistant")).toEqual([]);
    for (const role of ["paralegal", "assistant"] as const)
      expect(settings(role)).toEqual({
        Firm: ["Organization", "Offices", "Holiday calendars"],
        People: ["Members", "Teams"],
        Personal: ["Calendar feeds", "Notifications"],
      });
  });

  test("shows the child organizations to members of a headquarters who manage keys", () => {
    const hasChildren = (role: Role, isHeadquarters: boolean) =>
      settings(role, isHeadquarters)["Firm"]?.includes("Child organizations");
    expect([hasChildren("owner", true), hasChildren("owner", false), hasChildren("paralegal", true)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("knows the screens of the settings, wherever their paths are", () => {
    const isIn = (path: string) => isInSettings(readAs("owner"), path);
    expect(
      ["/settings", "/settings/teams", "/team", "/audit", "/notifications"].map((path) => isIn(`/o/firm${path}`)),
    ).toEqual([true, true, true, true, true]);
    expect(["", "/credentials", "/settlements", "/teams"].map((path) => isIn(`/o/firm${path}`))).toEqual([
      false,
      false,
      false,
      false,
    ]);
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
