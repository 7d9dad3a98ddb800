import type { decisionPlaceholders } from "../../../contract/portal/scope-requests.ts";
import type { QueuedRequest } from "../views.ts";

type Named = Pick<QueuedRequest, "scope" | "keyName" | "organizationName"> & { requestedBy: Pick<QueuedRequest["requestedBy"], "name"> };

/** A template's text with the request's own names; what is no placeholder stays. At most as long as a note. */
export function fillTemplate(text: string, { scope, keyName, organizationName, requestedBy }: Named): string {
  const values: Record<(typeof decisionPlaceholders)[number], string> = { scope, key: keyName, organization: organizationName, requester: requestedBy.name };
  const known = new Map<string, string>(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => known.get(name) ?? placeholder).slice(0, 1000);
}

/** Scopes that a key holds, by whether it used them since an instant; with each its last use. */
export function splitByUse(held: readonly string[], uses: readonly { scope: string; lastUsedAt: string }[], since: number) {
  const usedAt = new Map(uses.map(({ scope, lastUsedAt }) => [scope, lastUsedAt]));
  const isUsed = (scope: string) => Date.parse(usedAt.get(scope) ?? "1970-01-01T00:00:00Z") >= since;
  return { used: held.filter(isUsed), unused: held.filter((scope) => !isUsed(scope)) };
}
