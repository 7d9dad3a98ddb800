import { describe, expect, test } from "vitest";
import { rejectionChecks, rejectedKeyStates } from "../../contract/portal/request-log.ts";
import { explain } from "./domain.explanations.ts";
import type { LoggedRequest } from "./schema.ts";

type ExplainedRequest = Parameters<typeof explain>[0];
const facts = (changes: Partial<LoggedRequest>): ExplainedRequest => ({
  rejectedBy: null,
  code: null,
  reason: null,
  keyState: null,
  scope: null,
  operation: null,
  status: 400,
  ...changes,
});

describe("an explanation", () => {
  test.each(rejectionChecks)("of the check %s is a sentence with a way to resolve it", (rejectedBy) => {
    const { check, summary, fix } = explain(facts({ rejectedBy }));
    expect(check).toBe(rejectedBy);
    expect(summary).toMatch(/^[A-Z].+\.$/);
    expect(fix).toMatch(/^[A-Z].+\.$/);
  });

  test.each(rejectedKeyStates)("of a key that was %s states it", (keyState) => {
    const explained = explain(facts({ rejectedBy: "key", code: "UNAUTHORIZED", keyState }));
    expect(explained.summary).not.toBe(explain(facts({ rejectedBy: "key", code: "UNAUTHORIZED" })).summary);
  });

  test("names the missing scope and who can grant it", () => {
    expect(explain(facts({ rejectedBy: "scope", code: "FORBIDDEN", scope: "clients:write" }))).toEqual({
      check: "scope",
      summary: "The key lacked the scope clients:write.",
      fix: "Add it under Edit → Scopes.",
      fixLink: "edit_scopes",
    });
    expect(explain(facts({ rejectedBy: "scope", code: "FORBIDDEN", scope: "medical:write" })).fix).toContain(
      "a platform administrator grants it",
    );
    const both = explain(facts({ rejectedBy: "scope", code: "FORBIDDEN", scope: "cases:read, medical:read" }));
    expect([both.summary, both.fix]).toEqual([
      "The key lacked the scopes cases:read, medical:read.",
      "Add or request them under Edit → Scopes. A platform administrator grants medical:read.",
    ]);
  });

  test.each([
    ["reports.run", "acting attorney"],
    ["serviceAccounts.rotate", "widen"],
    ["webhookSubscriptions.update", "another key"],
    ["exports.get", "scopes do not change"],
  ])("of %s that a rule forbids names the rule, although the response has one text for all", (operation, words) =>
    expect(explain(facts({ rejectedBy: "domain", code: "FORBIDDEN", operation })).summary).toContain(words),
  );

  test("distinguishes a 503 from other server errors", () => {
    const sentenceOf = (status: number) =>
      explain(facts({ rejectedBy: "server", code: "INTERNAL_ERROR", status })).summary;
    expect([sentenceOf(503), sentenceOf(500)]).toEqual([
      "The database was temporarily unavailable. Nothing was changed.",
      "An internal error occurred. Nothing was changed.",
    ]);
  });

  test("links to the screen that resolves it", () => {
    const linkOf = (changes: Partial<LoggedRequest>) => explain(facts(changes)).fixLink;
    expect([
      linkOf({ rejectedBy: "network" }),
      linkOf({ rejectedBy: "acting_attorney" }),
      linkOf({ rejectedBy: "key", keyState: "expired" }),
      linkOf({ rejectedBy: "key", keyState: "secret_retired" }),
      linkOf({ rejectedBy: "key", keyState: "paused" }),
      linkOf({ rejectedBy: "key", keyState: "revoked" }),
      linkOf({ rejectedBy: "rate", keyState: "paused" }),
    ]).toEqual(["networks", "acting_attorney", "rotate", "rotate", "resume", "none", "resume"]);
  });

  test("of a successful request says that it was not rejected", () => {
    expect(explain(facts({}))).toEqual({
      check: null,
      summary: "The request succeeded; no check rejected it.",
      fix: null,
      fixLink: "none",
    });
  });

  test("distinguishes the codes of one check", () => {
    const domain = [
      "NOT_FOUND",
      "STALE_REVISION",
      "INVALID_STATE_TRANSITION",
      "DUPLICATE_ENTRY",
      "FORBIDDEN",
      "SOMETHING_NEW",
    ];
    expect(new Set(domain.map((code) => explain(facts({ rejectedBy: "domain", code })).summary)).size).toBe(
      domain.length,
    );
    expect(explain(facts({ rejectedBy: "idempotency", code: "IDEMPOTENCY_CONFLICT" })).summary).toContain(
      "different request",
    );
  });
});
