import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isElevated, scopeCatalog, type Scope } from "../../../contract/scopes.ts";
import { describeAbilities, describeDenials, groupByArea } from "./abilities.ts";
import {
  orderScopes,
  otherScopes,
  scopeRows,
  scopeTable,
  searchScopes,
  summarizeScopes,
  toggleScope,
} from "./scope-grid.ts";
import { describePreset, findPreset, scopeCount, scopePresets } from "./scope-presets.ts";

const all = [...scopeCatalog.keys()];
const someScopes = fc.subarray(all);

describe("the grid", () => {
  test("shows every scope of the catalog once", () => {
    const shown = [...scopeRows.flatMap(({ read, write }) => [read, write]), ...otherScopes.map(({ scope }) => scope)];
    expect(shown.toSorted()).toEqual(all.toSorted());
    const inTable = scopeTable
      .flatMap(({ rows }) => rows.flatMap(({ read, write }) => [read, write]))
      .filter((scope) => scope !== null);
    expect(inTable.toSorted()).toEqual(all.toSorted());
    expect(scopeCount).toBe(all.length);
  });

  test("ticking changes that one scope and no other, whatever is ticked", () => {
    fc.assert(
      fc.property(someScopes, fc.constantFrom(...all), (scopes, scope) => {
        const after = toggleScope(scopes, scope);
        const expected = scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope];
        expect(after.toSorted()).toEqual(expected.toSorted());
        expect(after).toEqual(orderScopes(after));
      }),
    );
  });

  test("search finds by label, by what an area holds, by name of the scope and by mark", () => {
    const find = (search: string) =>
      searchScopes(search).flatMap(({ rows }) => rows.map(({ read, write }) => read ?? write));
    expect(find("plaintiff")).toEqual(["clients:read"]);
    expect(find("documents:write")).toEqual(["documents:read"]);
    expect(find("elevated")).toEqual([
      "clients:pii",
      "notes:privileged",
      "trust:read",
      "settlements:read",
      "communications:content",
      "medical:read",
      "members:write",
    ]);
    expect(searchScopes("webhooks").map(({ label }) => label)).toEqual(["Webhooks"]);
    expect(searchScopes("  ")).toEqual(scopeTable);
    expect(searchScopes("zebra")).toEqual([]);
  });

  test("summary", () => {
    expect(summarizeScopes(12, 2, 1)).toBe("12 scopes · 2 elevated · 1 pending");
    expect(summarizeScopes(1, 0, 0)).toBe("1 scope");
    expect(summarizeScopes(0, 0, 1)).toBe("No scopes · 1 pending");
  });
});

describe("presets", () => {
  test.each(scopePresets)("$title is an explicit list that is recognized again", (preset) => {
    expect(preset.scopes.length).toBeGreaterThan(0);
    expect(new Set(preset.scopes).size).toBe(preset.scopes.length);
    expect(findPreset(preset.scopes.toReversed())).toBe(preset);
    expect(findPreset(preset.scopes.slice(1))).toBeNull();
  });

  test("say in words what they grant, what waits for approval, and what they need", () => {
    const words = scopePresets.map((preset) => describePreset(preset).join(" "));
    expect(words[0]).toMatch(/^Read-only: \w+, \w+ and \d+ more\./);
    expect(words[1]).toContain("Create and change contacts, without read access.");
    expect(words[2]).toMatch(/After approval: read, create and change medical.* Needs an acting attorney\.$/);
    expect(words[3]).toMatch(/^Read-only: .*After approval: read-only: trust accounts/);
  });

  test("the read-only one writes nothing and holds nothing elevated", () => {
    const scopes = scopePresets.find(({ id }) => id === "read-only-sync")?.scopes ?? [];
    expect(scopes.filter((scope) => !scope.endsWith(":read") || isElevated(scope))).toEqual([]);
    expect(scopes).toContain("cases:read");
  });
});

describe("sentences", () => {
  test("say what is read, what is written, and what is written blindly", () => {
    const scopes: Scope[] = ["cases:read", "leads:read", "leads:write", "documents:write", "events:read"];
    expect(describeAbilities(scopes)).toEqual([
      "Read, create and change leads.",
      "Read-only: cases.",
      "Create and change documents and folders, without read access.",
      "Read the event feed.",
    ]);
  });

  test("and what the key cannot do", () => {
    expect(
      describeDenials([
        "cases:read",
        "leads:read",
        "clients:read",
        "contacts:read",
        "documents:read",
        "intake:read",
        "billing:read",
      ]),
    ).toEqual([
      "create or change anything",
      "read notes, tasks, deadlines, events of the calendar, trust accounts, ledgers, transactions and disbursements, fee agreements, negotiations, settlements and liens, referrals to and from other firms, and partner firms, messages, conversations, calls and consents, medical facilities and retrieval requests or signature requests and their templates",
      "reveal client identifiers, such as a social security number",
    ]);
    expect(describeDenials(all)).toEqual([]);
    expect(describeDenials(["leads:write", "contacts:write", "clients:pii"])).toEqual([
      expect.stringMatching(
        /^read or change cases, .*, invoices, payments and expenses, .*, medical facilities and retrieval requests or signature requests and their templates$/,
      ),
      "create or change API keys",
    ]);
  });

  test("writing says that it does not include reading where that is so", () => {
    const describeScopes = (scopes: Scope[]) =>
      groupByArea(scopes).flatMap((group) => group.scopes.map(({ description }) => description));
    expect(describeScopes(["leads:write"])).toEqual(["Create and change leads. Does not include reading them."]);
    expect(describeScopes(["leads:read", "leads:write"])).toEqual(["See leads.", "Create and change leads."]);
  });

  test("groups hold every scope once", () => {
    fc.assert(
      fc.property(someScopes, (scopes) => {
        expect(
          groupByArea(scopes)
            .flatMap((group) => group.scopes.map(({ scope }) => scope))
            .toSorted(),
        ).toEqual(scopes.toSorted());
      }),
    );
  });
});
