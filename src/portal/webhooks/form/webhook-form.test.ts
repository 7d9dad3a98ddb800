import { describe, expect, test } from "vitest";
import { entityOf, eventTypeNames, readingScope } from "../../../contract/events/event-types.ts";
import { groupTypes, listUnseen, seesNothing, toggleTypes, whyClosed } from "./event-type-groups.ts";
import { validateUrl } from "./url-validation.ts";
import { webhookForm } from "./webhook-form-schema.ts";
import { collectWebhookChanges, type WebhookValues } from "./webhook-form.ts";
import { readKeyId, readWebhooksQuery, toWebhooksInput, writeWebhooksQuery } from "../webhooks-query.ts";

const key = {
  id: "key_1",
  name: "Mirror",
  webhookAllowedHosts: ["hooks.example.com"],
  scopes: ["cases:read"],
  revision: 1,
};
const values: WebhookValues = {
  keyId: "key_1",
  name: "Nightly",
  url: "https://hooks.example.com/caseport",
  eventTypes: ["*"],
};

const faultsOf = (changes: Partial<WebhookValues>) => {
  const issues = webhookForm([key]).safeParse({ ...values, ...changes }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
};

describe("the form of a subscription", () => {
  test("accepts what the server accepts", () => {
    expect(webhookForm([key]).parse(values)).toEqual(values);
    expect(faultsOf({ eventTypes: ["case.updated"] })).toEqual({});
  });

  test("shows an error at each missing field", () => {
    expect(faultsOf({ keyId: "", name: "  ", url: "", eventTypes: [] })).toEqual({
      keyId: "Choose an API key",
      name: "Enter a name",
      url: "Enter the endpoint URL",
      eventTypes: "Choose at least one event type",
    });
  });

  test("validates URL and event types against the key", () => {
    expect(faultsOf({ url: "https://other.example.com/" })).toEqual({
      url: "The key does not allow the host other.example.com",
    });
    expect(faultsOf({ url: "http://hooks.example.com/" })).toEqual({ url: "must begin with https://" });
    expect(faultsOf({ eventTypes: ["case.updated", "invoice.created"] })).toEqual({
      eventTypes: "The key cannot read invoice.created",
    });
  });

  test("suggests allowing the host only if the URL is valid", () => {
    expect(validateUrl("https://other.example.com/x", key.webhookAllowedHosts)).toMatchObject({
      missingHost: "other.example.com",
    });
    expect(validateUrl("https://203.0.113.7/x", key.webhookAllowedHosts)).toMatchObject({ missingHost: null });
    expect(validateUrl("https://other.example.com/x", null)).toEqual({ fault: null, missingHost: null });
  });

  test("sends only changed fields", () => {
    const before = { name: "Nightly", url: values.url, eventTypes: ["case.updated", "case.created"] };
    expect(collectWebhookChanges(before, { ...values, eventTypes: ["case.created", "case.updated"] })).toEqual({});
    expect(collectWebhookChanges(before, { ...values, name: "Daily", eventTypes: ["*"] })).toEqual({
      name: "Daily",
      eventTypes: ["*"],
    });
  });
});

describe("event types", () => {
  test("are listed once below their area, with the reason if the key cannot read them", () => {
    const choices = groupTypes(["cases:read"]).flatMap((group) => group.choices);
    expect(choices.map(({ type }) => type).toSorted()).toEqual(eventTypeNames.toSorted());
    const seen = choices.filter(({ reason }) => reason === null).map(({ type }) => type);
    expect(seen).toEqual(eventTypeNames.filter((type) => readingScope(entityOf(type)) === "cases:read"));
    expect(seen).toContain("case.created");
    expect(choices.find(({ type }) => type === "invoice.created")?.reason).toBe(
      "The key needs billing:read or events:read",
    );
    const [cases, leads] = groupTypes(["cases:read"]);
    expect([cases, leads].map((group) => whyClosed(group ?? { choices: [] }))).toEqual([
      null,
      "The key needs leads:read or events:read",
    ]);
    // In this area the key would need one scope for keys and another for members.
    expect(whyClosed(groupTypes([]).find(({ area }) => area === "org") ?? { choices: [] })).toBeNull();
    expect(
      groupTypes(["events:read"])
        .flatMap((group) => group.choices)
        .every(({ reason }) => reason === null),
    ).toBe(true);
  });

  test("are found by name, description and area", () => {
    expect(groupTypes([], "invoice paid")).toEqual([]);
    expect(groupTypes([], "billing moved").flatMap((group) => group.choices.map(({ type }) => type))).toEqual([
      "invoice.status_changed",
    ]);
  });

  test("are selected in the catalog's order", () => {
    expect(toggleTypes(["document.created"], ["case.updated"], true)).toEqual(["case.updated", "document.created"]);
    expect(toggleTypes(["document.created", "case.updated"], ["document.created"], false)).toEqual(["case.updated"]);
  });

  test("are compared with scopes", () => {
    expect(listUnseen(["*"], [])).toEqual([]);
    expect(seesNothing(["cases:write", "webhooks:write"])).toBe(true);
    expect(seesNothing(["webhooks:read"])).toBe(false);
  });
});

describe("the list's filters", () => {
  const read = (query: string) => readWebhooksQuery(new URLSearchParams(query));

  test("are read from the URL and written to it; invalid values are ignored", () => {
    expect(writeWebhooksQuery(read("status=paused&key=key_01J"))).toBe("status=paused&key=key_01J");
    expect(read("status=asleep&key=../etc")).toEqual({ status: null, keyId: null });
    expect(readKeyId("whs_01J")).toBeNull();
    expect(toWebhooksInput({ status: null, keyId: "key_01J" })).toEqual({ limit: 50, keyId: "key_01J" });
  });
});
