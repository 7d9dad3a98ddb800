import { examples, type ApiRouter } from "../../../composition/router.ts";
import { loadFixtures } from "../area-fixtures.ts";
import type { ExampleRequest, Scenario } from "./example-request.ts";
import type { TestTenant } from "../tenant.ts";

export type OperationName = Extract<keyof ApiRouter["_def"]["record"], string>;

/** Arranges a request of an operation in the given tenant: new records at every call. */
export type ArrangeRequest = (tenant: TestTenant) => Promise<ExampleRequest>;

/**
 * The documented body with the tenant's own values in place.
 *
 * @throws for a value that the documented body does not hold
 */
export function putInPlace(documented: object, ownValues: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const unused = new Set(Object.keys(ownValues));
  const body = JSON.parse(JSON.stringify(documented), (_, value: unknown) => {
    const key = String(value);
    if (typeof value === "object" || !Object.hasOwn(ownValues, key)) return value;
    unused.delete(key);
    return ownValues[key];
  }) as Record<string, unknown>;
  if (unused.size > 0) throw new Error(`the documented body does not hold ${[...unused].join(", ")}`);
  return body;
}

/** The scenario's request, whose body is the documented one. */
function writeRequest(name: string, arrange: Scenario): ArrangeRequest {
  const documented = examples[name]?.body;
  return async (tenant) => {
    const {
      ownValues = {},
      diff,
      pathValues = {},
      recordParameters = Object.keys(pathValues),
      revision = null,
      ...arrangement
    } = await arrange(tenant);
    const body =
      arrangement.otherBody?.body ?? (documented === undefined ? undefined : putInPlace(documented, ownValues));
    const request = { ...arrangement, pathValues, recordParameters, revision, ...(body !== undefined && { body }) };
    if (diff === undefined) return request;
    return { ...request, diff: typeof diff === "function" ? (diff as (sent: object) => object)(body ?? {}) : diff };
  };
}

const declared = (await loadFixtures(/Scenarios$/)).flatMap(([, exported]) =>
  Object.entries(exported as Record<string, Scenario>),
);

/**
 * A succeeding request for every operation: what the fixtures export as `…Scenarios`. `architecture.test.ts` compares
 * the names with the router's.
 */
export const scenarios = Object.fromEntries(
  declared.map(([name, arrange]) => [name, writeRequest(name, arrange)]),
) as Record<OperationName, ArrangeRequest>;
