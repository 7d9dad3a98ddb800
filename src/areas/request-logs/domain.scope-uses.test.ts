import { expect, test } from "vitest";
import { findNeeds } from "./domain.scope-uses.ts";
import type { KeyInUse } from "./store.scope-uses.ts";

const boundary = "2026-08-25T12:00:00.000Z";
const [old, recent] = ["2026-05-01T00:00:00.000Z", "2026-11-20T00:00:00.000Z"];
const uses = [
  { scope: "cases:read", lastUsedAt: recent },
  { scope: "leads:read", lastUsedAt: old },
];

const findOf = (key: Partial<KeyInUse>) => {
  const held = {
    scopes: ["cases:read", "leads:read", "notes:read"],
    createdAt: old,
    lastUsedAt: recent,
    firstDay: old.slice(0, 10),
    ...key,
  };
  const { isUnused, unusedScopes, observedSince } = findNeeds(held, uses, boundary);
  return [isUnused, unusedScopes.map(({ scope }) => scope), observedSince];
};

test.each<[string, Partial<KeyInUse>, unknown[]]>([
  ["observed since before", {}, [false, ["leads:read", "notes:read"], null]],
  ["created since", { createdAt: "2026-10-01T00:00:00.000Z" }, [false, [], "2026-10-01"]],
  ["counted only since", { firstDay: "2026-10-02" }, [false, [], "2026-10-02"]],
  ["never used", { lastUsedAt: null, firstDay: null }, [true, ["leads:read", "notes:read"], null]],
  ["not used since", { lastUsedAt: old }, [true, ["leads:read", "notes:read"], null]],
])("of a key %s", (_, key, expected) => {
  expect(findOf(key)).toEqual(expected);
});
