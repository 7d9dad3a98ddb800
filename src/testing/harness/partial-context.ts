import type { Context } from "../../rpc/context.ts";

type Given = Partial<Omit<Context, "principal">> & { principal?: Partial<Context["principal"]> };

/** A context for a store or domain function that reads only these fields. Any other is undefined. */
export function createPartialContext(given: Given): Context {
  return given as Context;
}
