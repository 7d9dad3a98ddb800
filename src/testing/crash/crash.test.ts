import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apiRouter } from "../../router.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { crashSlices } from "./crash.ts";
import { arrangeMutation } from "../mutations/mutations.ts";

test("every idempotent operation of the catalogue is crashed", () => {
  const declared = readDeclarations(apiRouter).filter(({ meta }) => meta.idempotency === "required");
  expect(Object.keys(arrangeMutation).toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
});

test("every slice of them has its file", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.startsWith("crash.slice-"));
  const calls = files.map((name) => /crashMutations\((\d+)\)/.exec(readFileSync(join(import.meta.dirname, name), "utf8"))?.[1]);
  expect(calls.toSorted()).toEqual(Array.from({ length: crashSlices }, (_, index) => String(index + 1)));
});
