import { joinList } from "../../ui/join-list.ts";
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
export const joinScopes = (requests: readonly Pick<QueuedRequest, "scope">[]): string =>
  joinList(requests.map(({ scope }) => scope));
