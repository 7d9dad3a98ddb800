import { findUnusedBoundary } from "../../../contract/portal/usage.ts";
import type { Context } from "../../../rpc/context.ts";
import { listKeysInNeed, type KeyNeeds } from "./store.ts";

/**
 * Keys that fail or soon will first, then those that wait, then those that are not needed; and how many there are in
 * all.
 */
export async function describeKeysInNeed(
  context: Context,
  limit: number,
): Promise<{ keys: KeyNeeds[]; total: number }> {
  const keys = await listKeysInNeed(context, findUnusedBoundary().toISOString(), limit);
  return { keys, total: keys[0]?.total ?? 0 };
}
