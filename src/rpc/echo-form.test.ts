import { expect, test } from "vitest";
import * as z from "zod";
import type { OperationMeta } from "../contract/operation.ts";
import type { Scope } from "../contract/scopes.ts";
import { limitToScopes, readsResponse } from "./echo-form.ts";

const Record_ = z.object({});

/** An operation with these members in its response, `clients:write` and the reading scope `clients:read`. */
function declare(members: Record<string, z.ZodType>, meta: Partial<OperationMeta> = {}) {
  const output = z.object(members);
  return { output, meta: { scope: "clients:write", readBy: "clients:read", ...meta } as OperationMeta };
}

const holding = (...scopes: Scope[]) => ({ scopes: new Set(scopes) });
const writer = holding("clients:write", "cases:read");
const client = {
  id: "cli_1",
  revision: 3,
  updatedAt: "2026-03-14T15:09:26.535Z",
  createdAt: "2020-01-01T00:00:00.000Z",
  phone: "555",
  dateOfBirth: "1984-06-30",
  ssnFourDigits: "4821",
};
const update = declare({ client: Record_ }, { etag: "client.revision" });

test("without the read scope: what identifies the record and what was sent", () => {
  const shown = limitToScopes(writer, update, { client }, { clientId: "cli_1", phone: "555", ssn: "219-64-4821" });
  expect(shown).toEqual({ client: { id: "cli_1", revision: 3, updatedAt: client.updatedAt, phone: "555" } });
  expect(limitToScopes(writer, update, shown, { phone: "555" })).toEqual(shown);
});

test("with the read scope: the whole response", () => {
  expect(readsResponse(holding("clients:read"), update)).toBe(true);
  expect(readsResponse(writer, update)).toBe(false);
  expect(limitToScopes(holding("clients:read"), update, { client }, {})).toEqual({ client });
});

test("an operation without a declared read scope returns the whole response to no key", () => {
  const undeclared = declare({ client: Record_ }, { readBy: {} });
  expect(readsResponse(holding("clients:read", "clients:write"), undeclared)).toBe(false);
  expect(limitToScopes(holding("clients:read"), undeclared, { client }, {})).toEqual({
    client: { id: "cli_1", revision: 3, updatedAt: client.updatedAt },
  });
});

test("a value that differs from the sent one is not shown: another refund, an appended list, another meaning of a name", () => {
  const stored = {
    id: "cli_1",
    amountCents: 900,
    tags: ["old", "new"],
    phones: [{ number: "1" }],
    when: "2026-03-14T15:09:26.535Z",
  };
  const sent = { amountCents: 100, tags: ["new"], phones: [{ number: "2" }], when: "2026-03-14T15:09:26.536Z" };
  expect(limitToScopes(writer, update, { client: stored }, sent)).toEqual({ client: { id: "cli_1" } });
});

test("of objects, lists and maps only the members that were sent", () => {
  const stored = {
    id: "cli_1",
    address: { line1: "1108 Kinney Avenue", line2: null, city: "Austin" },
    lines: [
      { id: "lin_1", kind: "fee", cents: 5 },
      { id: "lin_2", kind: "cost", cents: 7 },
    ],
    customFields: { sent: true, before: "secret", constructor: "secret" },
    empty: [],
    none: {},
    followUpAt: "2026-03-14T15:00:00.000Z",
    cleared: null,
  };
  const sent = {
    address: { line1: "1108 Kinney Avenue" },
    lines: [{ kind: "fee", cents: 5 }, { kind: "cost" }],
    customFields: { sent: true },
    empty: [],
    none: {},
    followUpAt: "2026-03-14T10:00:00-05:00",
    cleared: null,
  };
  expect(limitToScopes(writer, update, { client: stored }, sent)).toEqual({
    client: { id: "cli_1", ...sent, followUpAt: "2026-03-14T15:00:00.000Z" },
  });
});

test("a creation shows when the record was created; of two records the one with the ETag existed before, and the request set the other", () => {
  const creation = declare(
    { lead: Record_, attempt: Record_.nullable() },
    { etag: "lead.revision", created: { location: "/leads/{lead.id}/attempts/{attempt.number}" } },
  );
  const record = { id: "x", createdAt: client.createdAt, note: "sent", number: 7 };
  expect(
    limitToScopes(writer, creation, { lead: { ...record, revision: 4 }, attempt: record }, { note: "sent" }),
  ).toEqual({
    lead: { id: "x", revision: 4 },
    attempt: record,
  });
  expect(limitToScopes(writer, creation, { lead: record, attempt: null }, {})).toEqual({
    lead: { id: "x" },
    attempt: null,
  });
});

test("each member of the response has its own read scope; lists are shown only if declared", () => {
  const conversion = declare(
    { lead: Record_, case: Record_, secret: z.string(), leases: z.array(Record_), missing: z.array(z.string()) },
    { readBy: { lead: "leads:read", case: "cases:read" }, echoes: ["secret", "leases.token", "lead.status"] },
  );
  const response = {
    lead: { id: "l", status: "new", name: "Elena" },
    case: { id: "c", name: "Elena" },
    secret: "s",
    leases: [{ token: "t", record: { id: "r" } }],
    missing: [],
  };
  expect(limitToScopes(writer, conversion, response, {})).toEqual({
    lead: { id: "l", status: "new" },
    case: response.case,
    secret: "s",
    leases: [{ token: "t" }],
  });
});
