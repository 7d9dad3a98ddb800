import { maxNoteLength, type decisionPlaceholders } from "../../../contract/portal/scope-requests.ts";
import type { QueuedRequest } from "../views.ts";

type Named = Pick<QueuedRequest, "scope" | "keyName" | "organizationName"> & {
  requestedBy: Pick<QueuedRequest["requestedBy"], "name">;
};

/** A template's text with the request's own names; what is no placeholder stays. At most as long as a note. */
export function fillTemplate(text: string, { scope, keyName, organizationName, requestedBy }: Named): string {
  const values: Record<(typeof decisionPlaceholders)[number], string> = {
    scope,
    key: keyName,
    organization: organizationName,
    requester: requestedBy.name,
  };
  const known = new Map<string, string>(Object.entries(values));
  return text
    .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => known.get(name) ?? placeholder)
    .slice(0, maxNoteLength);
}

/** The scopes of a key, by whether it used them since an instant. */
export function splitByUse(
  held: readonly string[],
  uses: readonly { scope: string; lastUsedAt: string }[],
  since: number,
) {
  const isUsed = (scope: string) => uses.some((use) => use.scope === scope && Date.parse(use.lastUsedAt) >= since);
  return { used: held.filter(isUsed), unused: held.filter((scope) => !isUsed(scope)) };
}
