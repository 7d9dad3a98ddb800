import type { JsonObject } from "../json.ts";

/**
 * What Power Automate, Power Apps and Logic Apps read of a custom connector's document beside OpenAPI 2.0. Source:
 * "Create a custom connector with an OpenAPI extension" of Microsoft's documentation of connectors.
 */

/** The feed: the one trigger. A page has whole events, so a flow needs no second request. */
const triggerName = "events.list";

const trigger = {
  "x-ms-trigger": "batch",
  "x-ms-trigger-metadata": { mode: "polling", kind: "query" },
  "x-ms-trigger-hint": "To see it work now, change a case.",
};

/** What a person who builds a flow rarely sets. */
const rarelySet: ReadonlySet<string> = new Set([
  "after",
  "limit",
  "fields",
  "expand",
  "includeDeleted",
  "wait",
  "If-Match",
]);

/** The title of a member: `plaintiffId` is Plaintiff ID, `X-Idempotency-Key` is Idempotency Key. */
export function labelOf(name: string): string {
  return name
    .replace(/^X-/, "")
    .replaceAll("-", " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\b(Id|Ids|Url|Pdf|Ip)\b/g, (word) => (word === "Ids" ? "IDs" : word.toUpperCase()));
}

/** Titles and visibility of an input: what is required is shown first, what is rarely set under more options. */
export function describeInput(name: string, isRequired: boolean): JsonObject {
  const visibility = visibilityOf(name, isRequired);
  return { "x-ms-summary": labelOf(name), ...(visibility !== undefined && { "x-ms-visibility": visibility }) };
}

function visibilityOf(name: string, isRequired: boolean): "important" | "advanced" | undefined {
  if (isRequired) return "important";
  return rarelySet.has(name) ? "advanced" : undefined;
}

/** The extensions of an operation. */
export function describeConnectorOperation(name: string, isDeprecated: boolean): JsonObject {
  if (name === triggerName) return { ...trigger, "x-ms-visibility": "important" };
  return isDeprecated ? { "x-ms-visibility": "internal" } : {};
}
