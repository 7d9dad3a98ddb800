import { expect, test } from "vitest";
import { limitToMcp, mcpPolicyOf, optInScopes } from "../contract/mcp.ts";
import { isElevated, scopeCatalog } from "../contract/scopes.ts";
import { apiRouter } from "../composition/router.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { absentKey, asAssistant } from "../rpc/principal.ts";
import { buildCatalog, canUse, describeInput, describeOperation } from "./operations.ts";
import { maxCharacters, shapeResponse } from "./shape-response.ts";
import { findWithheld, removeWithheld } from "./withheld.ts";

const declarations = readDeclarations(apiRouter);
const catalog = buildCatalog(declarations);
const scopes = [...scopeCatalog.keys()];
const keyWith = (held: readonly (typeof scopes)[number][], mcpSensitiveRecords: boolean) =>
  asAssistant({
    ...absentKey("org_1", { id: "key_1", name: "Test" }, "mem_1"),
    scopes: new Set(held),
    mcpSensitiveRecords,
  });

test("no operation with secrets, keys, identifiers, files or webhooks' addresses is in the catalog", () => {
  const names = [...catalog.operations.keys()];
  expect(names.length).toBeGreaterThan(120);
  for (const {
    declaration: { meta },
  } of catalog.operations.values()) {
    expect([meta.returnsSecret, meta.upload, meta.completes, meta.deprecated, meta.legacyCredentials]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(["org:manage", "clients:pii", "webhooks:write", "exports:write"]).not.toContain(meta.scope);
    expect(meta.idempotency).not.toBe("ignored");
  }
  const left = declarations.filter(({ name }) => !catalog.operations.has(name)).map(({ meta }) => mcpPolicyOf(meta));
  expect(new Set(left)).toEqual(new Set(["never"]));
});

test.each(scopes)("with %s alone, a key can run the operations of that scope, and none without", (scope) => {
  for (const hasSensitive of [false, true]) {
    const key = keyWith([scope], hasSensitive);
    for (const operation of catalog.operations.values()) {
      const { meta } = operation.declaration;
      const isHeld =
        meta.scope === null ||
        [meta.scope, ...(meta.orScopes ?? [])].some(
          (one) => one === scope && limitToMcp(new Set([one]), hasSensitive).has(one),
        );
      expect({ name: operation.declaration.name, can: canUse(key, operation) }).toEqual({
        name: operation.declaration.name,
        can: isHeld && (hasSensitive || !operation.isOptIn),
      });
    }
  }
});

test("an assistant never has identifiers, and elevated scopes only with the switch", () => {
  expect([...keyWith(scopes, false).scopes].filter((scope) => isElevated(scope) || optInScopes.has(scope))).toEqual([]);
  expect([...keyWith(scopes, true).scopes].filter(isElevated)).toEqual([
    "settlements:write",
    "medical:read",
    "medical:write",
  ]);
});

test("every operation describes an input, also as a tool, and its description fits", () => {
  for (const operation of catalog.operations.values()) {
    expect(describeInput(operation)["type"]).toBe("object");
    expect({
      name: operation.declaration.name,
      fits: JSON.stringify(describeOperation(operation)).length <= maxCharacters,
    }).toEqual({ name: operation.declaration.name, fits: true });
  }
});

test("mutations that cannot be undone are destructive", () => {
  const destructive = [...catalog.operations.values()]
    .filter(({ kind }) => kind === "destroy")
    .map(({ declaration: { name } }) => name);
  expect(destructive).toEqual(expect.arrayContaining(["cases.delete", "clients.merge", "contacts.merge"]));
});

test("withheld members are found and removed at any depth", () => {
  const record = {
    case: { intakeNotes: "n", plaintiff: [{ ssnFourDigits: "1234", id: "cli_1" }] },
    diff: { injuryDescription: { from: null, to: "x" } },
  };
  expect(removeWithheld(record)).toEqual({ ...record, case: { intakeNotes: "n", plaintiff: [{ id: "cli_1" }] } });
  expect(removeWithheld(record, false)).toEqual({ case: { plaintiff: [{ id: "cli_1" }] }, diff: {} });
  expect([findWithheld({ a: [{ ssn: "1" }] }), findWithheld({ a: ["ssn"] })]).toEqual(["a.0.ssn", null]);
});

test("a record that is too long is an error that names the sizes of its members", () => {
  const body = JSON.stringify({ success: true, case: { id: "case_1", description: "x".repeat(maxCharacters) } });
  const { content, isError } = shapeResponse({ status: 200, headers: {}, body }, { hasSensitive: true });
  expect({ content, isError }).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/Choose `fields`.* id: 8, description: 40002$/) }],
  });
});
