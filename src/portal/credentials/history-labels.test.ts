import { describe, expect, test } from "vitest";
import { describeAct, listChanges } from "./history-labels.ts";
import { explainStatus, guessResumed, listActions } from "./list/key-status.ts";

const act = (
  changes: Record<string, { from: unknown; to: unknown }>,
  entity = "integration_key",
  action = "serviceAccounts.update",
) => ({ action, entity, changes });

describe("the key history", () => {
  test("shows added and removed scopes and people's names, and omits derived changes", () => {
    const listed = listChanges(
      act({
        name: { from: "Sync", to: "Mirror" },
        scopes: { from: ["cases:read", "leads:read"], to: ["cases:read", "clients:read"] },
        actingAttorney: {
          from: null,
          to: { attorneyId: "mem_1", firstName: "Jane", lastName: "Roe", status: "active" },
        },
        actingAttorneyId: { from: null, to: "mem_1" },
        allowedNetworks: { from: [], to: ["203.0.113.0/24"] },
        vendorContact: { from: { id: "con_1", name: "Copy House" }, to: null },
        vendorContactId: { from: "con_1", to: null },
        revision: { from: 1, to: 2 },
        updatedAt: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" },
      }),
    );
    expect(listed).toEqual([
      { field: "Name", from: "Sync", to: "Mirror" },
      { field: "Acting attorney", from: null, to: "Jane Roe" },
      { field: "Vendor", from: "Copy House", to: "all vendors" },
      { field: "Networks", from: "everywhere", to: "203.0.113.0/24" },
      { field: "Scopes added", from: null, to: "clients:read" },
      { field: "Scopes removed", from: null, to: "leads:read" },
    ]);
  });

  test("shows that a person was removed", () => {
    expect(listChanges(act({ actingAttorney: { from: { firstName: "Jane", lastName: "Roe" }, to: null } }))).toEqual([
      { field: "Acting attorney", from: "Jane Roe", to: "none" },
    ]);
  });

  test("names actions and decisions", () => {
    expect(describeAct(act({}, "integration_key", "serviceAccounts.pause"))).toBe("paused the key");
    expect(describeAct(act({}, "integration_key", "something.new"))).toContain("something.new");
    expect(describeAct(act({ status: { from: "pending", to: "denied" } }, "scope_request"))).toBe(
      "denied an elevated scope",
    );
    expect(describeAct(act({}, "scope_request"))).toBe("requested an elevated scope");
  });
});

describe("a key's state", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

  test("is explained if the reader should know or do something", () => {
    expect(explainStatus({ status: "active", actingAttorney: null, keyPrefix: "cpk_0Ab1Cd2E" })).toBeNull();
    expect(
      explainStatus({ status: "needs_attention", actingAttorney: null, keyPrefix: "cpk_0Ab1Cd2E" })?.sentence,
    ).toContain("none is set");
    const gone = { attorneyId: "mem_1", firstName: "Jane", lastName: "Roe", status: "deactivated" };
    expect(
      explainStatus({ status: "needs_attention", actingAttorney: gone, keyPrefix: "cpk_0Ab1Cd2E" })?.sentence,
    ).toContain("Jane Roe is deactivated");
  });

  test("allows what the server allows", () => {
    expect(listActions({ status: "revoked", keyPrefix: "cpk_0Ab1Cd2E" })).toEqual({
      change: false,
      rotate: false,
      pause: false,
      resume: false,
      revoke: false,
    });
    expect(listActions({ status: "expired", keyPrefix: "cpk_0Ab1Cd2E" })).toEqual({
      change: true,
      rotate: true,
      pause: false,
      resume: false,
      revoke: true,
    });
    expect(listActions({ status: "paused", keyPrefix: "cpk_0Ab1Cd2E" })).toEqual({
      change: true,
      rotate: true,
      pause: false,
      resume: true,
      revoke: true,
    });
  });

  test("is predicted after a resume", () => {
    expect(guessResumed({ integrationConfigured: false, expiresAt: inDays(5) })).toBe("needs_attention");
    expect(guessResumed({ integrationConfigured: true, expiresAt: inDays(5) })).toBe("expiring");
    expect(guessResumed({ integrationConfigured: true, expiresAt: inDays(50) })).toBe("active");
  });
});
