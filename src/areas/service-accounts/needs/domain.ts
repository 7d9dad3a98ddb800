import { unusedScopeDays } from "../../../contract/portal/usage.ts";
import type { Context } from "../../../rpc/context.ts";
import { listKeysInNeed } from "./store.ts";
import type { KeyNeeds } from "./store.ts";

const dayMilliseconds = 86_400_000;

/** Keys that fail or soon will first, then those that wait, then those that are not needed; and how many there are in all. */
export async function describeKeysInNeed(context: Context, limit: number): Promise<{ keys: KeyNeeds[]; total: number }> {
  const keys = await listKeysInNeed(context, new Date(Date.now() - unusedScopeDays * dayMilliseconds).toISOString(), limit);
  return { keys, total: keys[0]?.total ?? 0 };
}
