import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Method } from "../../contract/operation.ts";
import { portalRouter } from "../../composition/portal-router.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { apiRouter } from "../../composition/router.ts";

/** The last word of an operation's name. It is also the name of the SDK's method. */
const verbs: Record<Method, readonly string[]> = {
  GET: ["list", "get", "peek", "preview", "download", "calculate"],
  POST: [
    "create",
    "assign",
    "bind",
    "attach",
    "setMany",
    "transition",
    "search",
    "match",
    "merge",
    "convert",
    "extend",
    "run",
    "publish",
    "close",
    "complete",
    "reset",
    "restore",
    "lock",
    "log",
    "unlock",
    "pin",
    "unpin",
    "refund",
    "void",
    "lease",
    "accept",
    "ack",
    "cancel",
    "check",
    "pause",
    "resume",
    "rotate",
    "rotateSecret",
    "revoke",
    "revealSsn",
    "resendInvitation",
    "enable",
    "disable",
    "test",
    "recover",
    "redeliver",
    "verify",
    "apply",
    "preview",
    "calculate",
    "recalculate",
    "send",
    "start",
    "undo",
    "remind",
    "replace",
  ],
  PUT: ["set"],
  PATCH: ["update"],
  DELETE: ["delete", "unassign", "unbind"],
};

/** Last words of paths that are no verbs, with the verb that stands for them. */
const verbOf: Readonly<Record<string, string>> = {
  transitions: "transition",
  bulk: "setMany",
  mergePreview: "preview",
};

/**
 * `/cases/{caseId}/insurance-policies` is `cases.insurancePolicies`. A verb at the end is left out:
 * `/leads/{leadId}/convert` is `leads`.
 */
function nameResource(path: string, verb: string): string {
  const words = path
    .split("/")
    .filter((word) => word !== "" && !word.startsWith("{"))
    .map((word) => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const last = words.at(-1) ?? "";
  return (last === verb || verbOf[last] === verb ? words.slice(0, -1) : words).join(".");
}

const declarations = readDeclarations(apiRouter);

describe.each(declarations)("$name", ({ name, meta: { method, path }, output }) => {
  test("is its path and a verb of its method", () => {
    const [verb = "", ...resource] = name.split(".").toReversed();
    expect(resource.toReversed().join(".")).toBe(nameResource(path, verb));
    expect(verbs[method]).toContain(verb);
  });

  test("lists only what its response has as a list, and gets what its path names", () => {
    if (name.endsWith(".list"))
      expect([path.endsWith("}"), Object.values(output.shape).some((member) => member instanceof z.ZodArray)]).toEqual([
        false,
        true,
      ]);
    if (method === "GET" && path.endsWith("}")) expect(name).toMatch(/\.get$/);
  });
});

test("every verb is in use", () => {
  const used = new Set(declarations.map(({ name, meta }) => `${meta.method} ${name.split(".").at(-1)}`));
  expect([...used].toSorted()).toEqual(
    Object.entries(verbs)
      .flatMap(([method, allowed]) => allowed.map((verb) => `${method} ${verb}`))
      .toSorted(),
  );
});

test("an operation that the portal calls, too, has one name in both", () => {
  const names = new Set(declarations.map(({ name }) => name));
  const shared = Object.entries(
    portalRouter._def.procedures as unknown as Record<string, { _def: { meta: { path?: string } } }>,
  ).filter(([, { _def }]) => _def.meta.path !== undefined);
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.filter(([name]) => !names.has(name))).toEqual([]);
});
