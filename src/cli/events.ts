import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventDeclaration } from "../contract/events/event-declaration.ts";
import { eventEntities, eventTypes } from "../contract/events/event-catalog.generated.ts";
import { declaredEvents } from "../composition/router.ts";
import { projectFolder } from "./run-program.ts";

export const catalogFile = join(projectFolder, "src", "contract", "events", "event-catalog.generated.ts");

/** Those that the catalog has keep their places, since examples are numbered by them; new ones follow. */
function order(known: object, declared: readonly string[]): string[] {
  const kept = Object.keys(known).filter((name) => declared.includes(name));
  return [...kept, ...declared.filter((name) => !kept.includes(name))];
}

/**
 * `contract/events/event-catalog.generated.ts` as the areas' declarations make it: names, scopes and sentences alone,
 * for everything below the areas, and for the browser.
 */
export function writeEventCatalog(declared: Readonly<Record<string, EventDeclaration>>): string {
  const entities = order(eventEntities, Object.keys(declared)).map((entity) => {
    const { area, scope } = declared[entity] ?? {};
    return `  ${entity}: { area: "${area}", scope: "${scope}" },`;
  });
  const descriptions = new Map(
    Object.values(declared).flatMap(({ types }) =>
      Object.entries(types).map(([name, { description }]) => [name, description]),
    ),
  );
  const types = order(eventTypes, [...descriptions.keys()]).map(
    (name) => `  "${name}": ${JSON.stringify(descriptions.get(name))},`,
  );
  return [
    "// Written by `npm run generate` from the areas' events.ts: do not edit.",
    "",
    "export const eventEntities = {",
    ...entities,
    "} as const;",
    "",
    "export const eventTypes = {",
    ...types,
    "} as const;",
    "",
  ].join("\n");
}

if (import.meta.main) {
  const text = writeEventCatalog(declaredEvents);
  if (process.argv.includes("--write")) writeFileSync(catalogFile, text);
  else console.log(text);
}
