import { describe, expect, test } from "vitest";
import { writeHead, writeRows } from "../ui/csv.ts";
import { auditColumns } from "./audit-csv.ts";
import {
  everything,
  isBackwards,
  readAuditQuery,
  readAuditSearch,
  toAuditInput,
  writeAuditQuery,
} from "./audit-query.ts";
import { nameField, describeEntry, formatValue, type AuditEntry } from "./audit-labels.ts";

const entry: AuditEntry = {
  id: "aud_1",
  occurredAt: "2026-11-21T10:00:00.000Z",
  action: "serviceAccounts.revoke",
  actor: { type: "member", id: "mem_1", name: "Margaret Okafor" },
  entity: "integration_key",
  entityId: "key_1",
  entityLabel: 'Vendor "A", north',
  keyId: "key_1",
  changes: {},
  requestId: "req_1",
  address: null,
};

describe("CSV", () => {
  test("a line holds as many fields as the head, in its order", () => {
    expect(writeHead(auditColumns)).toBe(
      "\uFEFFoccurredAt,actorType,actorId,actorName,action,entity,entityId,entityName,changes,address,requestId,id\r\n",
    );
    expect(
      writeRows(auditColumns, [
        entry,
        { ...entry, changes: { name: { from: "a", to: "b" } }, entityLabel: null, address: "127.0.0.1" },
      ]),
    ).toBe(
      '2026-11-21T10:00:00.000Z,member,mem_1,Margaret Okafor,serviceAccounts.revoke,integration_key,key_1,"Vendor ""A"", north",,,req_1,aud_1\r\n' +
        '2026-11-21T10:00:00.000Z,member,mem_1,Margaret Okafor,serviceAccounts.revoke,integration_key,key_1,,"{""name"":{""from"":""a"",""to"":""b""}}",127.0.0.1,req_1,aud_1\r\n',
    );
  });
});

describe("words", () => {
  test.each<[Partial<AuditEntry>, [string, string | null, string]]>([
    [{}, ["revoked key ", 'Vendor "A", north', ""]],
    [{ action: "serviceAccounts.rotate" }, ["rotated key ", 'Vendor "A", north', ""]],
    [
      { action: "members.transition" },
      ["stopped key ", 'Vendor "A", north', " because its acting attorney was suspended or deactivated"],
    ],
    [
      {
        action: "members.transition",
        entity: "member",
        entityLabel: "Ian Frost",
        changes: { status: { from: "active", to: "suspended" } },
      },
      ["suspended ", "Ian Frost", ""],
    ],
    [
      { action: "team.deactivate" },
      ["stopped key ", 'Vendor "A", north', " because its acting attorney was deactivated"],
    ],
    [
      { action: "team.deactivate", changes: { actingAttorney: { from: {}, to: {} } } },
      ["gave key ", 'Vendor "A", north', " another acting attorney when its own was deactivated"],
    ],
    [{ action: "team.deactivate", entity: "member", entityLabel: "Ian Frost" }, ["deactivated ", "Ian Frost", ""]],
    [
      {
        action: "administration.decideScopeRequest",
        entity: "scope_request",
        entityLabel: "medical:read for A",
        changes: { status: { from: "pending", to: "denied" } },
      },
      ["denied the elevated scope ", "medical:read for A", ""],
    ],
    [
      {
        action: "administration.decideScopeRequest",
        entity: "scope_request",
        entityLabel: "medical:read for A",
        changes: { status: { from: "pending", to: "granted" } },
      },
      ["granted the elevated scope ", "medical:read for A", ""],
    ],
    [
      { action: "administration.decideScopeRequest", entity: "integration_key" },
      ["changed key ", 'Vendor "A", north', " with that decision"],
    ],
    [{ action: "sign_in.succeeded", entity: "user" }, ["signed in", null, ""]],
    [
      { action: "retrievalRequests.get", entity: "retrieval_request", entityId: "ret_1", entityLabel: null },
      ["viewed retrieval request ", "ret_1", ""],
    ],
    [{ action: "trustAccounts.list", entity: "organization" }, ["viewed trust accounts", null, ""]],
    [
      { action: "trustAccounts.verify", entity: "trust_account", entityLabel: "IOLTA" },
      ["used “trust accounts verify” on trust account ", "IOLTA", ""],
    ],
  ])("%j", (changes, [before, name, after]) => {
    expect(describeEntry({ ...entry, ...changes })).toEqual({ before, name, after });
  });

  test("fields and values", () => {
    expect([nameField("actingAttorneyId"), nameField("pausedAt"), nameField("name")]).toEqual([
      "acting attorney",
      "paused at",
      "name",
    ]);
    expect([null, "", [], true, ["a", "b"], 5, { a: 1 }].map((value) => formatValue(value))).toEqual([
      "nothing",
      "nothing",
      "nothing",
      "yes",
      "a, b",
      "5",
      '{"a":1}',
    ]);
    expect([formatValue("of_counsel", "role"), formatValue("of_counsel", "name")]).toEqual([
      "Of counsel",
      "of_counsel",
    ]);
  });
});

describe("the query in the address", () => {
  const query = {
    actorId: "mem_1",
    entity: "member",
    from: "2026-03-07",
    until: "2026-03-08",
    isWhole: true,
    keyId: "key_1",
    requestId: "my-own",
    address: "::1",
    search: "a & b",
  } as const;

  test("is read as it is written", () => {
    expect(readAuditQuery(new URLSearchParams(writeAuditQuery(query)))).toEqual(query);
    expect(writeAuditQuery(everything)).toBe("");
    expect(readAuditQuery(new URLSearchParams())).toEqual(everything);
  });

  test("what does not fit counts as not there", () => {
    expect(
      readAuditQuery(
        new URLSearchParams(
          "who=%00&what=client&from=2026-02-30&until=9999-01-01&records=2&key=mem_1&request=a%20b&ip=x&q=",
        ),
      ),
    ).toEqual(everything);
  });

  test("a search is what it looks like", () => {
    const found = { keyId: null, requestId: null, address: null, search: null };
    expect([" key_1", "req_1", "203.0.113.7", "2001:db8::1", "Ann Lee", " "].map(readAuditSearch)).toEqual([
      { ...found, keyId: "key_1" },
      { ...found, requestId: "req_1" },
      { ...found, address: "203.0.113.7" },
      { ...found, address: "2001:db8::1" },
      { ...found, search: "Ann Lee" },
      found,
    ]);
  });

  test("both days are in the span, and a span that ends before it begins has no end", () => {
    const input = toAuditInput(query);
    expect(new Date(input.from ?? "").getDate()).toBe(7);
    expect(new Date(input.until ?? "").getDate()).toBe(9);
    expect(new Date(input.until ?? "").getHours()).toBe(0);
    const backwards = { ...query, from: "2026-03-09" };
    expect(isBackwards(backwards)).toBe(true);
    expect(toAuditInput(backwards)).not.toHaveProperty("until");
    expect(toAuditInput(everything)).toEqual({ securityOnly: true });
  });
});
