import { describe, expect, test } from "vitest";
import type { Scope } from "../../contract/scopes.ts";
import { listProblems } from "./domain.ts";

const attorney = { actingAttorneyId: "mem_1", actingAttorneyActive: true };
const gone = { actingAttorneyId: "mem_1", actingAttorneyActive: false };
const none = { actingAttorneyId: null, actingAttorneyActive: false };
const of = (...scopes: Scope[]) => ({ scopes: new Set(scopes) });

describe("configuration problems of a key", () => {
  test("none with an active attorney", () => {
    expect(listProblems({ ...of("documents:write"), ...attorney })).toEqual([]);
  });

  test("none when no scope needs an attorney", () => {
    expect(listProblems({ ...of("cases:read", "clients:write"), ...none })).toEqual([]);
    expect(listProblems({ ...of(), ...gone })).toEqual([]);
  });

  test("a missing attorney, with the scopes that need one", () => {
    expect(listProblems({ ...of("cases:read", "documents:write", "medical:write"), ...none })).toEqual([
      "The key has no acting attorney; these scopes require one: documents:write, medical:write",
    ]);
  });

  test("an attorney without an active bar admission", () => {
    expect(listProblems({ ...of("medical:write"), ...gone, attorneyLacksAdmission: true })).toEqual([
      "The key's acting attorney has no active bar admission; these scopes require one: medical:write",
    ]);
  });

  test("an attorney who is not active", () => {
    expect(listProblems({ ...of("medical:write"), ...gone })).toEqual([
      "The key's acting attorney is not an active attorney; these scopes require one: medical:write",
    ]);
  });
});
