import { requestDays } from "../../contract/portal/request-log.ts";

/**
 * The query of the requests from one moment on, which a point of a chart stands for: as `writeRequestsQuery` writes it,
 * without what a first load would need for the other filters.
 *
 * @param from milliseconds since 1970
 * @param keyId null for all keys, and on a key's own page
 * @returns null if they are no longer kept
 */
export function writeSpanQuery(from: number, milliseconds: number, keyId: string | null = null): string | null {
  const until = from + milliseconds;
  if (until <= Date.now() - requestDays * 86_400_000) return null;
  const parameters = new URLSearchParams(keyId === null ? {} : { key: keyId });
  parameters.set("time", "between");
  parameters.set("since", new Date(from).toISOString());
  parameters.set("until", new Date(until).toISOString());
  return parameters.toString();
}
