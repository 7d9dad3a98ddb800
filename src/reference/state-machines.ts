import { basePath } from "../contract/base-path.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { apiRouter, stateMachines } from "../composition/router.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { nameAnchor } from "./anchor.ts";
import { tabulate } from "./tables.ts";

/** The guide of state machines, made from the tables that the rules read. */
export function writeStateMachines(): string {
  const declared = new Map(readDeclarations(apiRouter).map(({ name, meta }) => [name, meta]));
  return [
    "# State machines",
    "Look up which status can follow which. For integrators.",
    "Any other transition fails with 409 `INVALID_STATE_TRANSITION`, and so does the present status again. Where a record has `availableTransitions`, it lists the ones that are possible now.",
    ...Object.entries(stateMachines).flatMap(([name, { operation, transitions }]) => [
      `## ${nameMachine(name)}`,
      `Changed with ${describeOperation(operation, declared.get(operation))}.`,
      tabulate(["From", "To"], Object.entries(transitions).map(writeRow)),
    ]),
  ].join("\n\n");
}

/** `retrievalStatus` is titled Retrieval status. */
function nameMachine(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
}

function describeOperation(id: string, meta: OperationMeta | undefined): string {
  return meta === undefined
    ? `\`${id}\``
    : `[\`${meta.method} ${basePath}${meta.path}\`](/docs/${nameAnchor(meta.area)}#${id})`;
}

function writeRow([from, to]: [string, readonly string[]]): string[] {
  return [`\`${from}\``, to.length === 0 ? "none: final" : to.map((state) => `\`${state}\``).join(", ")];
}
