import type { QueuedRequest, RequestGroup } from "../views.ts";

/**
 * Requests of each key, in the order of the oldest of each; those that differ in whether they are the reader's own
 * apart.
 */
export function groupByKey(requests: readonly QueuedRequest[]): RequestGroup[] {
  const groups = Map.groupBy(
    requests,
    ({ organizationId, keyId, isOwn }) => `${organizationId} ${keyId} ${String(isOwn)}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

/** "medical:read and medical:write" */
export function joinScopes(requests: readonly Pick<QueuedRequest, "scope">[]): string {
  const scopes = requests.map(({ scope }) => scope);
  return scopes.length < 2 ? scopes.join("") : `${scopes.slice(0, -1).join(", ")} and ${scopes.at(-1)}`;
}
