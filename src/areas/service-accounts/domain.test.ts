import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../contract/errors/error-codes.ts";
import { isElevated, scopeCatalog, type Scope } from "../../contract/scopes.ts";
import { isInNetworks, isWithinNetworks } from "../../platform/client-ip.ts";
import {
  isNarrower,
  validateExpiry,
  validateNetworks,
  needAttorney,
  rejectBeyondMaker,
  rejectWidening,
  sortRequested,
} from "./domain.rules.ts";
import { isHostName } from "../../contract/integration-keys.ts";
import type { ServiceAccount, ServiceAccountChanges } from "./schema.ts";

/** The rejection that the work ends in, as `CODE message`. */
function rejectionOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "none";
}

describe("validateExpiry", () => {
  const bounds = {
    now: "2026-03-14T15:00:00.000Z",
    oneYear: "2027-03-14T15:00:00.000Z",
    twoYears: "2028-03-14T15:00:00.000Z",
    granted: null,
  };

  test.each([
    ["2026-03-14T15:00:00.001Z", false, "none"],
    ["2026-03-14T15:00:00.000Z", false, "validUntil: must be in the future"],
    ["2026-03-14T14:59:00Z", false, "validUntil: must be in the future"],
    ["2028-03-14T15:00:00.000Z", false, "none"],
    ["2028-03-14T15:00:00.001Z", false, "validUntil: must be at most two years away"],
    ["2027-03-14T15:00:00.000Z", true, "none"],
    ["2027-03-14T15:00:00.001Z", true, "validUntil: must be at most one year away with an elevated scope"],
    ["9999-12-31T23:59:59-14:00", false, "validUntil: must be at most two years away"],
    ["not an instant", false, "validUntil: must be an instant such as 2027-03-14T00:00:00Z"],
  ] as const)("%s, elevated %s: %s", (validUntil, hasElevated, expected) => {
    expect(rejectionOf(() => validateExpiry(validUntil, bounds, hasElevated)).replace("VALIDATION_FAILED ", "")).toBe(
      expected,
    );
  });

  test("applies the administrator's latest expiry as well", () => {
    const granted = "2026-06-01T00:00:00.000Z";
    expect(validateExpiry(granted, { ...bounds, granted }, true)).toBe(granted);
    expect(rejectionOf(() => validateExpiry("2026-06-01T00:00:00.001Z", { ...bounds, granted }, true))).toContain(
      "the platform administrator allowed",
    );
  });

  test("converts an offset and fine fractions to UTC milliseconds", () => {
    expect(validateExpiry("2026-07-01T02:00:00.1239+02:00", bounds, false)).toBe("2026-07-01T00:00:00.123Z");
  });
});

describe("sortRequested", () => {
  const present = { scopes: new Set(["cases:read", "clients:pii"]), pending: new Set(["medical:read"]) };

  test("grants standard scopes, keeps granted and pending ones, and requests the rest", () => {
    expect(
      sortRequested(["cases:write", "clients:pii", "medical:read", "medical:write"], present, "A good reason"),
    ).toEqual({
      scopes: ["cases:write", "clients:pii"],
      requested: ["medical:write"],
      kept: ["medical:read"],
    });
  });

  test("requires a purpose only for newly requested scopes", () => {
    expect(rejectionOf(() => sortRequested(["medical:write"], present, undefined))).toMatch(
      /^FORBIDDEN A platform administrator must grant medical:write; send `purpose`/,
    );
    expect(sortRequested(["clients:pii", "medical:read"], present, undefined).requested).toEqual([]);
  });

  test("never grants an elevated scope that the key does not have", () => {
    const all = [...scopeCatalog.keys()];
    fc.assert(
      fc.property(fc.subarray(all), fc.subarray(all), fc.subarray(all), (wanted, held, pending) => {
        const sorted = sortRequested(wanted, { scopes: new Set(held), pending: new Set(pending) }, "A good reason");
        expect(
          sorted.scopes.filter((scope) => scopeCatalog.get(scope)?.elevated === true && !held.includes(scope)),
        ).toEqual([]);
        expect(
          [
            ...sorted.scopes,
            ...sorted.requested,
            ...sorted.kept.filter((scope) => !sorted.scopes.includes(scope)),
          ].toSorted(),
        ).toEqual(wanted.toSorted());
        // A pending scope that the key holds is a renewal, which stays pending, too.
        expect(sorted.kept).toEqual(wanted.filter((scope) => pending.includes(scope) && isElevated(scope)));
      }),
    );
  });
});

test("needAttorney agrees with the catalog", () => {
  for (const [scope, entry] of scopeCatalog) expect(needAttorney([scope])).toBe(entry.needsActingAttorney);
  expect(needAttorney([])).toBe(false);
});

describe("rejectWidening", () => {
  const key = {
    scopes: ["cases:read", "org:manage"],
    pendingScopes: [{ scope: "medical:read" }],
    actingAttorneyId: "mem_1",
    reportIncludeChildOrganizations: false,
    mcpSensitiveRecords: false,
    webhookAllowedHosts: ["a.example.com", "b.example.com"],
    allowedNetworks: ["203.0.113.0/24"],
  } as unknown as ServiceAccount;

  const rows: [ServiceAccountChanges, string | null][] = [
    [{ name: "Any name" }, null],
    [{ scopes: [] }, null],
    [{ scopes: ["cases:read"] }, null],
    [{ scopes: ["cases:read", "org:manage", "medical:read"] }, null],
    [{ scopes: ["cases:write"] }, "scopes"],
    [{ scopes: ["medical:write"], purpose: "A good reason" }, "scopes"],
    [{ actingAttorneyId: "mem_1" }, null],
    [{ actingAttorneyId: "mem_2" }, "actingAttorneyId"],
    [{ actingAttorneyId: null }, "actingAttorneyId"],
    [{ reportIncludeChildOrganizations: false }, null],
    [{ reportIncludeChildOrganizations: true }, "reportIncludeChildOrganizations"],
    [{ mcpSensitiveRecords: false }, null],
    [{ mcpSensitiveRecords: true }, "mcpSensitiveRecords"],
    [{ webhookAllowedHosts: [] }, null],
    [{ webhookAllowedHosts: ["b.example.com"] }, null],
    [{ webhookAllowedHosts: ["a.example.com", "c.example.com"] }, "webhookAllowedHosts"],
    [{ allowedNetworks: ["203.0.113.7"] }, null],
    [{ allowedNetworks: ["203.0.113.0/25", "203.0.113.128/25"] }, null],
    [{ allowedNetworks: [] }, "allowedNetworks"],
    [{ allowedNetworks: ["203.0.112.0/23"] }, "allowedNetworks"],
    [{ allowedNetworks: ["203.0.113.0/24", "2001:db8::/32"] }, "allowedNetworks"],
    [{ scopes: ["cases:write"], allowedNetworks: [] }, "scopes, allowedNetworks"],
  ];
  test.each(rows)("%j widens %s", (changes, widened) => {
    const expected =
      widened === null
        ? "none"
        : `FORBIDDEN A key can narrow itself but not widen itself or change its acting attorney: ${widened}`;
    expect(rejectionOf(() => rejectWidening(key, changes))).toBe(expected);
  });

  test("a key without allowed networks may set them", () => {
    expect(rejectionOf(() => rejectWidening({ ...key, allowedNetworks: [] }, { allowedNetworks: ["0.0.0.0/0"] }))).toBe(
      "none",
    );
  });
});

describe("rejectBeyondMaker", () => {
  const limits = {
    expiresAt: "2027-03-14T15:00:00.000Z",
    mcpSensitiveRecords: false,
    webhookAllowedHosts: ["a.example"],
    allowedNetworks: ["10.0.0.0/8"],
    actingAttorneyId: "mem_own",
    isAttorneyAllowed: false,
  };
  const within = { ...limits, scopes: ["cases:read"], allowedNetworks: ["10.1.0.0/16"] };
  const beyond = {
    scopes: ["org:manage"],
    expiresAt: "2027-03-14T15:00:00.001Z",
    mcpSensitiveRecords: true,
    webhookAllowedHosts: ["a.example", "b.example"],
    allowedNetworks: [],
    actingAttorneyId: "mem_other",
  };

  test("names every field beyond the limits", () => {
    expect(rejectionOf(() => rejectBeyondMaker(limits, beyond))).toBe(
      "FORBIDDEN A key can give another key only what is within its own limits: scopes, validUntil, mcpSensitiveRecords, webhookAllowedHosts, allowedNetworks, actingAttorneyId",
    );
  });

  test.each(["scopes", "mcpSensitiveRecords", "webhookAllowedHosts", "allowedNetworks", "actingAttorneyId"] as const)(
    "%s that the key has already it may keep",
    (field) => {
      const wanted = { ...within, [field]: beyond[field] };
      expect(rejectionOf(() => rejectBeyondMaker(limits, wanted))).toMatch(new RegExp(`: ${field}$`));
      expect(rejectionOf(() => rejectBeyondMaker(limits, wanted, wanted))).toBe("none");
    },
  );

  test("allows an attorney whom a member allowed, and none", () => {
    expect(
      rejectionOf(() =>
        rejectBeyondMaker({ ...limits, isAttorneyAllowed: true }, { ...within, actingAttorneyId: "mem_other" }),
      ),
    ).toBe("none");
    expect(rejectionOf(() => rejectBeyondMaker(limits, { ...within, actingAttorneyId: null }))).toBe("none");
  });
});

describe("networks", () => {
  /** A network, and one on the same address that is up to 8 bits narrower or 2 wider. */
  const arbitraryPair = fc
    .oneof(
      fc.record({ address: fc.ipV4(), most: fc.constant(32) }),
      fc.record({ address: fc.ipV6(), most: fc.constant(128) }),
    )
    .chain(({ address, most }) =>
      fc
        .record({
          address: fc.constant(address),
          bits: fc.integer({ min: 0, max: most }),
          step: fc.integer({ min: -2, max: 8 }),
        })
        .map(({ bits, step }) => ({
          address,
          before: `${address}/${bits}`,
          after: `${address}/${Math.min(most, Math.max(0, bits + step))}`,
        })),
    );

  test("each fault has its index, and duplicates are removed", () => {
    expect(rejectionOf(() => validateNetworks(["10.0.0.0/8", "10.0.0.0/33", "::1", "example.com"]))).toBe(
      "VALIDATION_FAILED allowedNetworks.1: must be an IP address or a network such as 203.0.113.0/24; " +
        "allowedNetworks.3: must be an IP address or a network such as 203.0.113.0/24",
    );
    expect(validateNetworks(["10.0.0.0/8", "10.0.0.0/8"])).toEqual(["10.0.0.0/8"]);
  });

  test("every address in a narrower list is in the previous list", () => {
    let narrower = 0;
    fc.assert(
      fc.property(fc.array(arbitraryPair, { minLength: 1, maxLength: 3 }), (pairs) => {
        const before = pairs.map((pair) => pair.before);
        const after = pairs.map((pair) => pair.after);
        if (!isNarrower(after, before)) return;
        narrower += 1;
        for (const { address } of pairs)
          expect([isInNetworks(address, after), isInNetworks(address, before)]).toEqual([true, true]);
      }),
      { numRuns: 500 },
    );
    expect(narrower).toBeGreaterThan(100);
  });

  test("a network is within another exactly when its first and last address are", () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff),
        fc.integer({ min: 0, max: 32 }),
        fc.integer({ min: 0, max: 32 }),
        fc.nat(0xffffffff),
        fc.boolean(),
        (...[base, innerBits, outerBits, other, isNear]) => {
          const outerBase = isNear ? base : other;
          const inner = `${writeIpv4(base)}/${innerBits}`;
          const outer = new BlockList();
          outer.addSubnet(writeIpv4(outerBase), outerBits);
          const size = 2 ** (32 - innerBits);
          const first = Math.floor(base / size) * size;
          const holdsEnds = outer.check(writeIpv4(first)) && outer.check(writeIpv4(first + size - 1));
          expect(isWithinNetworks(inner, [`${writeIpv4(outerBase)}/${outerBits}`])).toBe(holdsEnds);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("IPv4 and IPv6 networks do not contain each other, and IPv4-mapped IPv6 is IPv4", () => {
    expect(isWithinNetworks("10.0.0.1", ["::/0"])).toBe(false);
    expect(isWithinNetworks("2001:db8::1", ["0.0.0.0/0"])).toBe(false);
    expect(isWithinNetworks("::ffff:10.1.0.0/112", ["10.0.0.0/8"])).toBe(true);
    expect(isWithinNetworks("nonsense", ["0.0.0.0/0", "::/0"])).toBe(false);
    expect(isWithinNetworks("10.0.0.1", ["nonsense"])).toBe(false);
  });
});

function writeIpv4(number: number): string {
  const text = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
  if (isIP(text) !== 4) throw new Error(text);
  return text;
}

test.each([
  ["hooks.example.com", true],
  ["a-b.example.co", true],
  ["xn--bcher-kva.example", true],
  ["Hooks.example.com", false],
  ["localhost", false],
  ["printer.local", false],
  ["10.0.0.1", false],
  ["0x7f.1", false],
  ["example.com:443", false],
  ["https://example.com", false],
  ["example.com/", false],
  ["*.example.com", false],
  ["-a.example.com", false],
  ["example.com.", false],
  ["a..example.com", false],
  [`${"a".repeat(64)}.example.com`, false],
])("host name %s: %s", (host, expected) => {
  expect(isHostName(host)).toBe(expected);
});

// The lists of the catalog are what the rules above are about.
test("the elevated scopes are those of the contract, of members, of notes, of communications, of settlements and of trust", () => {
  const elevated = [...scopeCatalog].filter(([, entry]) => entry.elevated).map(([scope]): Scope => scope);
  expect(elevated.toSorted()).toEqual([
    "clients:pii",
    "communications:content",
    "medical:read",
    "medical:write",
    "members:write",
    "notes:privileged",
    "settlements:write",
    "trust:read",
    "trust:write",
  ]);
});
