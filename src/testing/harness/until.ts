import { once } from "node:events";

/** Resolves when the condition holds; rejects after half a minute. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(30_000);
  while (!(await holds())) {
    if (limit.aborted) throw new Error("waited too long");
    await once(AbortSignal.timeout(20), "abort");
  }
}
