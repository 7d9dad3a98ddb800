import { expect, test } from "vitest";
import { scopeCatalog, type Scope } from "../contract/scopes.ts";
import type { ApiPrincipal } from "./principal.ts";
import { encodeReadingRights, lacksReadingRight } from "./reading-rights.ts";

const allScopes = [...scopeCatalog.keys()];

function principalWith(
  scopes: readonly Scope[],
  attorneyId: string | null = null,
  vendorContactId: string | null = null,
): ApiPrincipal {
  const principal: Pick<ApiPrincipal & { kind: "integration_key" }, "kind" | "scopes" | "vendorContactId"> & {
    actingAttorneyId: string | null;
    actingAttorneyActive: boolean;
  } = {
    kind: "integration_key",
    scopes: new Set(scopes),
    vendorContactId,
    actingAttorneyId: attorneyId,
    actingAttorneyActive: attorneyId !== null,
  };
  return principal as ApiPrincipal;
}

test("every scope has a code of its own", () => {
  const codes = new Set(allScopes.map((scope) => encodeReadingRights(principalWith([scope])).join()));
  expect(codes.size).toBe(allScopes.length);
});

test.each(allScopes)("a principal that lost %s lacks a right, one with more does not", (scope) => {
  const fewer = principalWith(allScopes.filter((each) => each !== scope));
  expect(lacksReadingRight(fewer, encodeReadingRights(principalWith(allScopes)))).toBe(true);
  expect(lacksReadingRight(principalWith(allScopes), encodeReadingRights(fewer))).toBe(false);
});

test("acting attorney and vendor are rights", () => {
  const scopes: Scope[] = ["cases:read"];
  const stored = encodeReadingRights(principalWith(scopes, "mem_1", "con_1"));
  expect(lacksReadingRight(principalWith(scopes, "mem_1", "con_1"), stored)).toBe(false);
  expect(lacksReadingRight(principalWith(scopes, "mem_2", "con_1"), stored)).toBe(true);
  expect(lacksReadingRight(principalWith(scopes, null, "con_1"), stored)).toBe(true);
  expect(lacksReadingRight(principalWith(scopes, "mem_1", "con_2"), stored)).toBe(true);
  expect(lacksReadingRight(principalWith(scopes, "mem_1"), stored)).toBe(true);
});

test("names that a version before stored are compared, too", () => {
  expect(lacksReadingRight(principalWith(["cases:read"]), ["cases:read", "vendor:any"])).toBe(false);
  expect(lacksReadingRight(principalWith(["cases:read"]), ["cases:read", "clients:read", "vendor:any"])).toBe(true);
});
