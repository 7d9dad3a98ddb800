import { AppError } from "../../../contract/errors/error-codes.ts";

/**
 * @param max concurrent slow transactions; the rest of the pool stays free. One organization leaves one of them to
 *   others.
 */
export function limitSlowWork(
  max: number,
): <Result>(organizationId: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, number>();
  const reject = (who: string) => {
    throw new AppError("RATE_LIMITED", `The ${who} is running the maximum number of long reads; retry in a moment`, {
      headers: { "Retry-After": "2" },
      errorReason: "too_many_concurrent",
    });
  };
  return async (organizationId, run) => {
    const own = running.get(organizationId) ?? 0;
    if (own >= Math.max(1, max - 1)) reject("organization");
    if ([...running.values()].reduce((sum, count) => sum + count, 0) >= max) reject("server");
    running.set(organizationId, own + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(organizationId) ?? 1) - 1;
      if (left === 0) running.delete(organizationId);
      else running.set(organizationId, left);
    }
  };
}
