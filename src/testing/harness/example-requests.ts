import { globSync } from "node:fs";
import { join } from "node:path";
import type { ApiRouter } from "../../router.ts";
import type { Scenario } from "./example-request.ts";

type Areas = ApiRouter["_def"]["record"];

/** `<area>.<procedure>` of every operation of the router. */
export type OperationName = { [Area in keyof Areas]: `${Area}.${Extract<keyof Areas[Area], string>}` }[keyof Areas];

const sources = join(import.meta.dirname, "..", "..");
const modules = await Promise.all(globSync("{areas,workflows}/**/fixtures*.ts", { cwd: sources }).map((file) => import(/* @vite-ignore */ join(sources, file)) as Promise<object>));

/**
 * A succeeding request for every operation: what the fixtures export as `…Scenarios`. `architecture.test.ts` compares the names with
 * the router's.
 */
export const scenarios = Object.fromEntries(
  modules.flatMap((module) => Object.entries(module).flatMap(([name, exported]) => (name.endsWith("Scenarios") ? Object.entries(exported as object) : []))),
) as Record<OperationName, Scenario>;
