import { expect, test } from "vitest";
import * as z from "zod";
import { runProcedure } from "./call/run-procedure.ts";
import { readDeclarations } from "./declarations.ts";
import { mergeRouters, operation, router } from "./operation.ts";
import type { Context } from "./context.ts";

// What of tRPC the API stands on (0171): routers keep the procedures, by their names, with what `operation` adds.
const greet = operation({ route: "GET /greetings/{name}", area: "Platform", scope: null, summary: "Greet" })
  .input(z.strictObject({ name: z.string(), times: z.int().default(1) }))
  .output(z.object({ greeting: z.string() }))
  .query(({ input: { name, times } }) => ({ greeting: `Hello ${name}`.repeat(times), internal: "not declared" }));
const farewell = operation({ route: "POST /farewells", area: "Platform", scope: null, summary: "Say goodbye" })
  .input(z.strictObject({ name: z.string() }))
  .output(z.object({ farewell: z.string() }))
  .mutation(({ input }) => ({ farewell: `Goodbye ${input.name}` }));
const root = mergeRouters(router({ "greetings.get": greet }), router({ "farewells.create": farewell }));
const declarations = readDeclarations(root);
const nobody = {} as Context;

test("tRPC's routers keep each operation with its name and declaration", () => {
  expect(declarations.map(({ name, kind, meta }) => [name, kind, meta.method, meta.path])).toEqual([
    ["greetings.get", "query", "GET", "/greetings/{name}"],
    ["farewells.create", "mutation", "POST", "/farewells"],
  ]);
});

test("a procedure without tRPC gets the parsed input and returns the declared members", async () => {
  const [declaration] = declarations;
  if (declaration === undefined) throw new Error("nothing is declared");
  const input = declaration.input.parse({ name: "Ada", times: 2 });
  expect(await runProcedure(declaration, nobody, input)).toEqual({ greeting: "Hello AdaHello Ada" });
});

test("tRPC's caller reaches no operation without a member's session", async () => {
  const caller = root.createCaller(nobody);
  await expect(caller["greetings.get"]({ name: "Ada" })).rejects.toThrow("Path not found");
  await expect(caller["farewells.create"]({ name: "Ada" })).rejects.toThrow("Path not found");
});

test("a procedure that is not declared by operation() is found at start", () => {
  const bare = { _def: { procedures: { "greetings.list": () => undefined } } };
  expect(() => readDeclarations(bare)).toThrow("greetings.list is not declared by operation()");
});
