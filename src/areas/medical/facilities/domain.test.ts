import { describe, expect, test } from "vitest";
import { retrievalTransitions } from "../requests/domain.ts";
import { RetrievalStatus } from "../requests/schema.ts";

const reachable = new Set<string>(["draft"]);
for (const status of reachable) for (const next of retrievalTransitions[status as RetrievalStatus]) reachable.add(next);

describe("the transitions of a retrieval request", () => {
  test("reach every status from draft", () => {
    expect([...reachable].toSorted()).toEqual([...RetrievalStatus.options].toSorted());
  });

  test("never repeat a status", () => {
    for (const status of RetrievalStatus.options) expect(retrievalTransitions[status]).not.toContain(status);
  });

  test("end in these four statuses", () => {
    expect(RetrievalStatus.options.filter((status) => retrievalTransitions[status].length === 0)).toEqual([
      "completed",
      "no_records",
      "cancelled",
      "expired",
    ]);
  });
});
