import { stateMachines } from "../composition/router.ts";
import { readDocument } from "./document.ts";
import { tabulate } from "./tables.ts";

/** The guide of state machines, made from the tables that the rules read. */
export function writeStateMachines(): string {
  return [
    "# State machines",
    "Look up which status can follow which. For integrators.",
    "Any other transition fails with 409 `INVALID_STATE_TRANSITION`, and so does the present status again. Where a record has `availableTransitions`, it lists the ones that are possible now.",
    ...Object.entries(stateMachines).flatMap(([name, { operation, transitions }]) => [
      `## ${nameMachine(name)}`,
      `Changed with ${describeOperation(operation)}.`,
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

function describeOperation(id: string): string {
  const found = readDocument().areas.flatMap(({ href, operations }) =>
    operations
      .filter((operation) => operation.id === id)
      .map(({ method, path }) => `[\`${method} ${path}\`](${href}#${id})`),
  );
  return found[0] ?? `\`${id}\``;
}

function writeRow([from, to]: [string, readonly string[]]): string[] {
  return [`\`${from}\``, to.length === 0 ? "none: final" : to.map((state) => `\`${state}\``).join(", ")];
}
