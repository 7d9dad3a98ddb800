import { describe, expect, test } from "vitest";
import { validateWebhookUrl } from "../../contract/webhooks/url.ts";
import type { IntegrationKeyPrincipal, MemberPrincipal } from "../../rpc/principal.ts";
import {
  validateCount,
  validateEventTypes,
  validateHost,
  validateSpan,
  rejectEndedKey,
  rejectOthers,
} from "./domain.rules.ts";
import { WantedEventTypes } from "./schema.ts";

describe("an endpoint URL", () => {
  test.each([
    "https://hooks.example.com",
    "https://hooks.example.com/",
    "https://hooks.example.com/caseport?tenant=4&x=%C3%A9",
    "https://hooks.example.com?tenant=4",
  ])("%s is valid", (url) => expect(validateWebhookUrl(url)).toBeNull());

  test.each([
    ["hooks.example.com", /must be an address/],
    ["http://hooks.example.com/", /https/],
    ["https://user@hooks.example.com/", /user/],
    ["https://@hooks.example.com/", /user/],
    ["https://hooks.example.com:443/", /port/],
    ["https://hooks.example.com:8443/", /port/],
    ["https://hooks.example.com:/", /port/],
    ["https://hooks.example.com/#x", /fragment/],
    ["https://203.0.113.7/", /not an address/],
    ["https://[2001:db8::1]/", /not an address/],
    ["https://2130706433/", /not an address/],
    ["https://0x7f.1/", /not an address/],
    ["https://localhost/", /not an address/],
    ["https://hooks.internal/", /not an address/],
    ["HTTPS://hooks.example.com/", /plainly/],
    ["https://Hooks.example.com/", /plainly/],
    ["https:\\\\hooks.example.com/", /plainly/],
    ["https:/hooks.example.com/", /plainly/],
    [" https://hooks.example.com/", /plainly/],
    ["https://hooks.example.com\\@evil.example/", /plainly|user/],
    ["https://hooks.example.com/a\\b", /plainly/],
    ["https://hooks.example.com/a\tb", /plainly/],
    ["https://hooks.example.com/a b", /plainly/],
    ["https://hooks.exam\tple.com/", /plainly/],
    ["https://h\u00f6\u00f6ks.example.com/", /plainly/],
    ["https://hooks.example.com/\u00e9", /plainly/],
    ["https://hooks.example.com\u3002evil.example/", /plainly/],
  ])("%j is invalid", (url, fault) => expect(validateWebhookUrl(url)).toMatch(fault));
});

describe("event types", () => {
  test("are either * or distinct names", () => {
    for (const types of [["*"], ["case.updated", "folder.created"]])
      expect(WantedEventTypes.safeParse(types).success).toBe(true);
    for (const types of [[], ["*", "case.updated"], ["case.updated", "case.updated"], ["case.*"], ["case.exploded"]]) {
      expect(WantedEventTypes.safeParse(types).success).toBe(false);
    }
  });

  test("must be readable by the key, through the area's scope or events:read; * is always accepted", () => {
    expect(() => validateEventTypes(["case.updated"], ["cases:read"])).not.toThrow();
    expect(() => validateEventTypes(["case.updated", "medical_facility.updated"], ["events:read"])).not.toThrow();
    expect(() => validateEventTypes(["*"], [])).not.toThrow();
    expect(() => validateEventTypes(["case.updated", "folder.created", "invoice.created"], ["documents:read"])).toThrow(
      "eventTypes.0: the key cannot read events of this type: it needs events:read or cases:read; " +
        "eventTypes.2: the key cannot read events of this type: it needs events:read or billing:read",
    );
  });
});

describe("rules", () => {
  const key = { kind: "integration_key", keyId: "key_1" } as IntegrationKeyPrincipal;
  const member = { kind: "member", memberId: "mem_1" } as MemberPrincipal;

  test("a key changes only its own subscriptions, a member all", () => {
    expect(() => rejectOthers(key, "key_1")).not.toThrow();
    expect(() => rejectOthers(member, "key_1")).not.toThrow();
    expect(() => rejectOthers(key, "key_2")).toThrow("only its own webhook subscriptions");
  });

  test("the host must equal one that the key allows", () => {
    expect(() => validateHost("https://hooks.example.com/x", ["other.example.com", "hooks.example.com"])).not.toThrow();
    for (const url of [
      "https://example.com/",
      "https://a.hooks.example.com/",
      "https://hooks.example.com.evil.example/",
    ]) {
      expect(() => validateHost(url, ["hooks.example.com"])).toThrow(/^url: .*webhookAllowedHosts/);
    }
    expect(() => validateHost("https://hooks.example.com/", [])).toThrow(/^url: /);
  });

  test("a key has at most twenty subscriptions, and an ended key gets none", () => {
    expect(() => validateCount(19)).not.toThrow();
    expect(() => validateCount(20)).toThrow("at most 20 webhook subscriptions. Delete one");
    expect(() => rejectEndedKey(null)).not.toThrow();
    expect(() => rejectEndedKey("revoked")).toThrow("another key");
    expect(() => rejectEndedKey("expired")).toThrow("Rotate it");
  });

  test.each([
    ["2026-11-21T09:00:00.000Z", "2026-11-21T10:00:00.000Z", null],
    ["2026-10-22T12:00:00.000Z", "2026-11-21T12:00:00.000Z", null],
    ["2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.000Z", "since: must be before `until`"],
    ["2026-11-21T11:00:00.000Z", "2026-11-21T10:00:00.000Z", "since: must be before `until`"],
    ["2026-11-21T12:00:00.001Z", "2026-11-21T12:00:00.000Z", "since: must not be in the future"],
    ["2026-11-21T09:00:00.000Z", "2026-11-21T12:00:00.001Z", "until: must not be in the future; omit it for now"],
    [
      "2026-10-22T11:59:59.999Z",
      "2026-11-21T12:00:00.000Z",
      "since: must be at most 30 days ago, because deliveries are stored that long",
    ],
  ])("a time range from %s to %s: %s", (since, until, fault) => {
    const validate = () =>
      validateSpan({ since, until, now: "2026-11-21T12:00:00.000Z", oldest: "2026-10-22T12:00:00.000Z" });
    if (fault === null) expect(validate).not.toThrow();
    else expect(validate).toThrow(fault);
  });
});
