import type { ApiRouter } from "../../router.ts";
import { loadFixtures } from "./area-fixtures.ts";
import type { Scenario } from "./example-request.ts";

type Areas = ApiRouter["_def"]["record"];

/** `<area>.<procedure>` of every operation of the router. */
export type OperationName = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas];

/**
 * A succeeding request for every operation: what the fixtures export as `…Scenarios`. `architecture.test.ts` compares the names with
 * the router's.
 */
export const scenarios = Object.fromEntries((await loadFixtures(/Scenarios$/)).flatMap(([, exported]) => Object.entries(exported as object))) as Record<OperationName, Scenario>;
