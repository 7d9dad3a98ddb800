import { expect, test } from "vitest";
import { fillTemplate, splitByUse } from "./decision-templates.ts";

const request = {
  scope: "medical:read",
  keyName: "Re{scope}trieval",
  organizationName: "Okafor",
  requestedBy: { name: "Ada" },
};

test("a template is filled with the request's names, once, and unknown braces stay", () => {
  expect(fillTemplate("{key} of {organization}: {scope}, {scope} by {requester} {else}", request)).toBe(
    "Re{scope}trieval of Okafor: medical:read, medical:read by Ada {else}",
  );
  expect(fillTemplate("{organization}".repeat(500), request)).toHaveLength(1000);
});

test("held scopes are split by their use since an instant", () => {
  const uses = [
    { scope: "cases:read", lastUsedAt: "2026-11-01T00:00:00Z" },
    { scope: "leads:read", lastUsedAt: "2026-01-01T00:00:00Z" },
    { scope: "gone:read", lastUsedAt: "2026-11-01T00:00:00Z" },
  ];
  expect(splitByUse(["cases:read", "leads:read", "clients:read"], uses, Date.parse("2026-10-01T00:00:00Z"))).toEqual({
    used: ["cases:read"],
    unused: ["leads:read", "clients:read"],
  });
});
