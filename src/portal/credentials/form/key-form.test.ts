import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNetwork } from "../../../platform/client-ip.ts";
import {
  findCeiling,
  findChoice,
  findExtension,
  listDayBounds,
  expiryPresets,
  resolveDay,
  resolvePreset,
  formatExpiry,
} from "./expiry.ts";
import {
  isNetworkText,
  n8nCloudDomain,
  readHost,
  readWorkspace,
  validateHost,
  validateNetwork,
  zapierHost,
} from "./host-and-network.ts";
import { editForm, NewKeyForm } from "./key-form-schema.ts";
import { collectChanges, listChanges, mergeValues } from "./key-changes.ts";
import { copyValues, emptyKey, findNamesake, readValues } from "./key-form.ts";
import { listRequested } from "../scopes/wanted-scopes.ts";
import { readListQuery, toListInput, withoutSecret, writeListQuery } from "../list/list-query.ts";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const filled = { ...emptyKey(inDays(90)), name: "Website intake", scopes: ["leads:write" as const] };
const faultsOf = (values: object) =>
  NewKeyForm.safeParse({ ...filled, ...values }).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("a new key", () => {
  test("a filled form passes; each gap is reported at its field", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ name: "  " })).toEqual(["name"]);
    expect(faultsOf({ scopes: [] })).toEqual(["scopes"]);
    expect(faultsOf({ scopes: ["documents:write"] })).toEqual(["actingAttorneyId"]);
    expect(faultsOf({ scopes: ["medical:read"] })).toEqual(["purpose"]);
    expect(faultsOf({ validUntil: "" })).toContain("validUntil");
    expect(faultsOf({ validUntil: inDays(-1).toISOString() })).toEqual(["validUntil"]);
    expect(faultsOf({ webhookAllowedHosts: ["hooks.example.com", "https://x.org"] })).toEqual([
      "webhookAllowedHosts.1",
    ]);
    expect(faultsOf({ allowedNetworks: ["203.0.113.0/33"] })).toEqual(["allowedNetworks.0"]);
    expect(faultsOf({ name: "", scopes: ["medical:write"] })).toEqual(
      expect.arrayContaining(["name", "actingAttorneyId", "purpose"]),
    );
  });

  test("a key bound to a vendor has only scopes that are open to vendors", () => {
    const bound = { vendorContactId: "con_1", actingAttorneyId: "mem_1", purpose: "Records for the Miller cases" };
    expect(faultsOf({ ...bound, scopes: ["documents:write", "medical:read", "medical:write"] })).toEqual([]);
    expect(faultsOf({ ...bound, scopes: ["medical:read", "cases:read"] })).toEqual(["vendorContactId"]);
  });

  test("two years without, one year with an elevated scope", () => {
    const elevated = { scopes: ["medical:read"], purpose: "Records for the Miller cases" };
    expect(faultsOf({ validUntil: inDays(729).toISOString() })).toEqual([]);
    expect(faultsOf({ validUntil: inDays(732).toISOString() })).toEqual(["validUntil"]);
    expect(faultsOf({ ...elevated, validUntil: inDays(364).toISOString() })).toEqual([]);
    expect(faultsOf({ ...elevated, validUntil: inDays(367).toISOString() })).toEqual(["validUntil"]);
  });
});

describe("expiry", () => {
  test("no preset ever exceeds the ceiling, at any moment", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date("2024-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }), (now) => {
        for (const preset of expiryPresets) {
          const end = resolvePreset(preset, now);
          expect(end.getTime()).toBeLessThanOrEqual(
            findCeiling(preset.years !== 2 && preset.years !== 0, now).getTime(),
          );
          expect(end.getTime()).toBeGreaterThan(now.getTime());
        }
        for (const hasElevated of [true, false]) {
          const { last } = listDayBounds(hasElevated, now);
          expect(resolveDay(last)?.getTime()).toBeLessThanOrEqual(findCeiling(hasElevated, now).getTime());
        }
      }),
    );
  });

  test("a draft's preset is recognized again within the hour; another instant is a date", () => {
    for (const preset of expiryPresets)
      expect(
        findChoice(
          resolvePreset(preset, new Date("2026-03-01T10:59:59Z")).toISOString(),
          new Date("2026-03-01T11:00:01Z"),
        ),
      ).toBe(preset.id);
    expect(findChoice("2026-04-02T15:00:00.000Z", new Date("2026-03-01T11:00:00Z"))).toBe("date");
    expect(findChoice("", new Date())).toBe("date");
  });

  test("29 February ends on the 28th, as PostgreSQL reckons", () => {
    expect(findCeiling(true, new Date("2028-02-29T12:00:00Z")).toISOString()).toBe("2029-02-28T12:00:00.000Z");
  });

  test("an extension is later than what the key has, in the choice offered first and in the days offered", () => {
    const now = new Date("2026-11-30T10:20:00Z");
    const extend = (after: string, isElevated = false) => findExtension(after, isElevated, now)?.toISOString() ?? null;
    expect(extend("")).toBe("2027-02-28T10:00:00.000Z");
    expect(extend("2026-12-24T00:00:00.000Z")).toBe("2027-02-28T10:00:00.000Z");
    expect(extend("2027-02-28T10:00:00.000Z")).toBe("2027-05-29T10:00:00.000Z");
    expect(extend("2027-11-29T00:00:00.000Z", true)).toBe("2027-11-30T10:00:00.000Z");
    expect(extend("2027-11-30T10:00:00.000Z")).toBe("2028-11-30T10:00:00.000Z");
    expect(extend("2027-11-30T10:00:00.000Z", true)).toBeNull();
    expect(listDayBounds(false, now, "2027-06-15T12:00:00.000Z").first).toBe("2027-06-16");
    expect(listDayBounds(false, now, "2026-06-15T12:00:00.000Z").first).toBe(listDayBounds(false, now).first);
  });

  test("is shown with day and zone", () => {
    expect(formatExpiry("2027-02-19T16:00:00Z", "America/New_York")).toBe("Friday, February 19, 2027 at 11:00 AM EST");
    expect(resolveDay("2027-02-31")?.getDate()).not.toBe(31);
    expect(resolveDay("tomorrow")).toBeNull();
  });
});

describe("networks", () => {
  const part = fc.oneof(fc.nat({ max: 300 }).map(String), fc.constantFrom("", "01", "ffff", "0", "x", "1:2"));
  const ipv4 = fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join("."));
  const ipv6 = fc
    .array(fc.oneof(fc.constantFrom("", "0", "ffff", "2001", "db8", "12345", "g"), fc.ipV4()), {
      minLength: 1,
      maxLength: 9,
    })
    .map((parts) => parts.join(":"));
  const mapped = fc.ipV4().map((address) => `::ffff:${address}`);
  const address = fc.oneof(ipv4, ipv6, mapped, fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 12 }));
  const suffix = fc.oneof(
    fc.constant(""),
    fc.nat({ max: 140 }).map((bits) => `/${bits}`),
    fc.constantFrom("/", "/1/2", "/x", "/-1"),
  );

  test("the form validates as the server does", () => {
    fc.assert(
      fc.property(address, suffix, (host, bits) => {
        expect([host + bits, isNetworkText(host + bits)]).toEqual([host + bits, isNetwork(host + bits)]);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ["https://hooks.example.com/cases?id=1", "hooks.example.com"],
    ["https://user@hooks.example.com:8443", "hooks.example.com"],
    ["hooks.example.com:8443/cases", "hooks.example.com"],
    ["hooks.example.com/", "hooks.example.com"],
    ["hooks.example.com", "hooks.example.com"],
    ["localhost:3000", "localhost:3000"],
    ["203.0.113.9/24", "203.0.113.9/24"],
    ["*.example.com", "*.example.com"],
  ])("%s means the host %s", (typed, host) => {
    expect(readHost(typed)).toBe(host);
  });

  test("of n8n's cloud are those of a workspace, which is entered by its name or its address", () => {
    expect(["lakeside", "lakeside.app.n8n.cloud"].map(readWorkspace)).toEqual(["lakeside", "lakeside"]);
    expect(readWorkspace(readHost("https://lakeside.app.n8n.cloud/workflow/3"))).toBe("lakeside");
    expect([`lakeside.${n8nCloudDomain}`, zapierHost].map(validateHost)).toEqual([null, null]);
    expect(validateHost(`lake side.${n8nCloudDomain}`)).not.toBeNull();
  });

  test("errors say how to correct them", () => {
    expect(validateNetwork("203.0.113.0/24")).toBeNull();
    expect(validateNetwork("203.0.113.0/33")).toContain("prefix length");
    expect(validateHost("hooks.example.com")).toBeNull();
    expect(validateHost("https://hooks.example.com")).toContain("https://");
    expect(validateHost("hooks.example.com/a")).toContain("path");
    expect(validateHost("hooks.example.com:8443")).toContain("port");
    expect(validateHost("203.0.113.9")).toContain("address");
    expect(validateHost("*.example.com")).toContain("Wildcards");
    expect(validateHost("localhost")).toContain("Internet");
    expect(validateHost("hooks")).toContain("full host name");
  });
});

describe("changes", () => {
  const key = {
    name: "Sync",
    description: null,
    ownerMemberId: null,
    owner: null,
    tags: ["nightly"],
    scopes: ["cases:read", "medical:read"],
    pendingScopes: [{ scope: "medical:write" }],
    actingAttorneyId: "mem_1",
    expiresAt: "2027-03-14T00:00:00.000Z",
    reportIncludeChildOrganizations: true,
    mcpSensitiveRecords: false,
    webhookAllowedHosts: [],
    allowedNetworks: [],
    vendorContactId: null,
  } as unknown as Parameters<typeof readValues>[0];

  test("owner and tags are sent when they change, and a copy has them while the owner is active", () => {
    const values = { ...readValues(key), description: null, tags: ["nightly", "acme"], ownerMemberId: "mem_2" };
    expect(collectChanges(key, values)).toEqual({ tags: ["nightly", "acme"], ownerMemberId: "mem_2" });
    const owned = (status: string) => ({
      ...key,
      ownerMemberId: "mem_2",
      owner: { memberId: "mem_2", firstName: "Owen", lastName: "Owner", email: "o@firm.example", status },
    });
    const copy = (status: string) => copyValues(owned(status), "2027-03-14T00:00:00.000Z");
    expect([copy("active").ownerMemberId, copy("deactivated").ownerMemberId, copy("active").tags]).toEqual([
      "mem_2",
      null,
      "nightly",
    ]);
  });

  test("the bar says what widens the key and what narrows it", () => {
    const before = readValues(key);
    const summarize = (values: Partial<typeof before>) =>
      listChanges(before, { ...before, ...values }).map(({ text, effect }) => [text, effect]);
    expect(summarize({})).toEqual([]);
    expect(summarize({ name: "Mirror", scopes: ["medical:read", "medical:write", "leads:read"] })).toEqual([
      ["+ leads:read", "widens"],
      ["− cases:read", "narrows"],
      ["name", null],
    ]);
    expect(summarize({ allowedNetworks: ["203.0.113.0/24"] })).toEqual([["+ 203.0.113.0/24", "narrows"]]);
    expect(
      summarize({
        reportIncludeChildOrganizations: false,
        webhookAllowedHosts: ["a.example.com"],
        vendorContactId: "con_1",
      }),
    ).toEqual([
      ["+ a.example.com", "widens"],
      ["− child organizations", "narrows"],
      ["vendor", "narrows"],
    ]);
    const narrow = { ...before, allowedNetworks: ["203.0.113.0/24"], vendorContactId: "con_1" };
    expect(
      listChanges(narrow, { ...narrow, allowedNetworks: [], vendorContactId: null }).map(({ text, effect }) => [
        text,
        effect,
      ]),
    ).toEqual([
      ["+ any IP address", "widens"],
      ["vendor", "widens"],
    ]);
  });

  test("a copy has the settings, with the scopes that wait, but no attorney who has left", () => {
    const attorney = { attorneyId: "mem_1", firstName: "Ada", lastName: "Counsel", status: "active" };
    const end = inDays(90).toISOString();
    expect(copyValues({ ...key, actingAttorney: attorney }, end)).toEqual({
      ...readValues(key),
      name: "Sync, copy",
      validUntil: end,
    });
    expect(
      copyValues({ ...key, actingAttorney: { ...attorney, status: "deactivated" } }, end).actingAttorneyId,
    ).toBeNull();
  });

  test("another key in use with the name is found, however it is written", () => {
    const keys = [
      { id: "key_1", name: "Sync", revokedAt: "2026-01-01" },
      { id: "key_2", name: "SYNC ", revokedAt: null },
      { id: "key_3", name: "Sync 2", revokedAt: null },
    ];
    expect(findNamesake(" sync", keys, null)?.id).toBe("key_2");
    expect(findNamesake("sync", keys, "key_2")).toBeNull();
  });

  test("only what was changed is sent; waiting scopes stay where scopes are not touched", () => {
    const before = editForm(key).parse(readValues(key));
    expect(collectChanges(key, before)).toEqual({});
    expect(collectChanges(key, { ...before, name: "Mirror" })).toEqual({ name: "Mirror" });
    expect(collectChanges(key, { ...before, scopes: ["leads:read", ...before.scopes] })).toEqual({
      scopes: ["cases:read", "leads:read", "medical:read", "medical:write"],
    });
    expect(collectChanges(key, { ...before, vendorContactId: "con_1" })).toEqual({ vendorContactId: "con_1" });
    expect(collectChanges(key, { ...before, allowedNetworks: ["203.0.113.0/24"], actingAttorneyId: null })).toEqual({
      allowedNetworks: ["203.0.113.0/24"],
      actingAttorneyId: null,
    });
  });

  test("what somebody else changed meanwhile stays, with what was typed on top of it", () => {
    const start = {
      ...key,
      name: "Sync",
      webhookAllowedHosts: ["a.example.com", "b.example.com"],
      allowedNetworks: ["203.0.113.0/24"],
    };
    // The other manager: another attorney, cases:read and a host gone, another host and a network added.
    const present = {
      ...start,
      revision: 8,
      scopes: ["medical:read", "documents:write"],
      actingAttorneyId: "mem_2",
      vendorContactId: "con_1",
      webhookAllowedHosts: ["b.example.com", "c.example.com"],
      allowedNetworks: ["203.0.113.0/24", "198.51.100.0/24"],
    };
    const typed = {
      ...readValues(start),
      name: "Mirror",
      scopes: ["cases:read" as const, "medical:read" as const],
      webhookAllowedHosts: ["a.example.com", "b.example.com", "d.example.com"],
      allowedNetworks: [],
    };
    const merged = mergeValues(readValues(start), typed, readValues(present));
    expect(merged).toMatchObject({
      name: "Mirror",
      scopes: ["documents:write", "medical:read"],
      actingAttorneyId: "mem_2",
      vendorContactId: "con_1",
      webhookAllowedHosts: ["b.example.com", "c.example.com", "d.example.com"],
      allowedNetworks: ["198.51.100.0/24"],
    });
    expect(collectChanges(present, editForm(present).parse(merged))).toEqual({
      name: "Mirror",
      scopes: ["documents:write", "medical:read"],
      webhookAllowedHosts: ["b.example.com", "c.example.com", "d.example.com"],
      allowedNetworks: ["198.51.100.0/24"],
    });
    expect(mergeValues(readValues(start), readValues(start), readValues(present))).toEqual(readValues(present));
  });

  test("a purpose is required for what is neither held nor waited for", () => {
    expect(listRequested(key, ["medical:read", "medical:write"])).toEqual([]);
    expect(listRequested(key, ["medical:read", "clients:pii"])).toEqual(["clients:pii"]);
    const requested = { ...readValues(key), scopes: ["cases:read" as const, "clients:pii" as const] };
    expect(
      editForm(key)
        .safeParse(requested)
        .error?.issues.map(({ path }) => path[0]),
    ).toEqual(["purpose"]);
    expect(editForm(key).safeParse({ ...requested, purpose: "To match plaintiffs by number" }).success).toBe(true);
  });
});

describe("the list's query", () => {
  test("is read as it was written; what does not fit counts as not there", () => {
    const query = {
      search: "sync & <b>",
      status: "paused",
      scope: "cases:read",
      tag: "nightly sync",
      owner: "mem_1",
      sort: "name",
    } as const;
    expect(readListQuery(new URLSearchParams(writeListQuery(query)))).toEqual(query);
    const odd = readListQuery(new URLSearchParams("status=open&scope=all&sort=up&q="));
    expect(odd).toEqual({ search: "", status: null, scope: null, tag: null, owner: null, sort: "newest" });
    expect(writeListQuery(odd)).toBe("");
    expect(toListInput(odd)).toEqual({ sort: "newest" });
  });

  test("a pasted secret never reaches the address: its prefix does", () => {
    const secret = `cpk_aB3dE6gH_${"x".repeat(43)}Check1`;
    expect(withoutSecret(` ${secret} `).trim()).toBe("cpk_aB3dE6gH");
    expect(withoutSecret("cpk_aB3")).toBe("cpk_aB3");
    expect(writeListQuery({ search: secret, status: null, scope: null, tag: null, owner: null, sort: "newest" })).toBe(
      "q=cpk_aB3dE6gH",
    );
    expect(readListQuery(new URLSearchParams({ q: secret })).search).toBe("cpk_aB3dE6gH");
  });
});
