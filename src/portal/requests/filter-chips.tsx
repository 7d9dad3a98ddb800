import { X } from "lucide-react";
import { errorReasons } from "../../contract/errors/error-reasons.ts";
import { spans } from "../events/events-query.ts";
import { Button } from "../ui/button.tsx";
import { useKeys } from "../webhooks/use-keys.ts";
import { sourceLabels } from "./request-labels.ts";
import { everything, type RequestsQuery } from "./requests-query.ts";
import { filterChips as t, requestFilters } from "./strings.ts";

interface FilterChipsProps {
  query: RequestsQuery;
  change: (changes: Partial<RequestsQuery>) => void;
}

/** The filters that apply, each of which one click removes. */
export function FilterChips({ query, change }: FilterChipsProps) {
  const keys = useKeys().data ?? [];
  const chips = listChips(query, (keyId) => keys.find(({ id }) => id === keyId)?.name ?? keyId);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t.activeFilters} className="mb-3 flex flex-wrap items-center gap-2">
      {chips.map(({ label, value, removal }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            aria-label={t.remove(t.chip(label, value))}
            onClick={() => change(removal)}
            className="inline-flex max-w-full cursor-pointer items-center gap-1.5 rounded-full border border-edge bg-surface py-1 pr-2 pl-3 text-sm hover:bg-sunken"
          >
            <span className="truncate">
              <span className="text-muted">{label}:</span> {value}
            </span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <Button size="sm" variant="ghost" onClick={() => change(everything)}>
          {t.clearAll}
        </Button>
      </li>
    </ul>
  );
}

interface Chip {
  label: string;
  value: string;
  /** What removes it. */
  removal: Partial<RequestsQuery>;
}

function listChips(query: RequestsQuery, nameKey: (keyId: string) => string): Chip[] {
  const { text, status, method, route, reason, keyId, address, bulkJobId, source, span } = query;
  const chip = (label: string, value: string | null, removal: Partial<RequestsQuery>): Chip[] =>
    value === null ? [] : [{ label, value, removal }];
  return [
    ...chip(t.search, text, { text: null }),
    ...chip(requestFilters.status, status, { status: null }),
    ...chip(requestFilters.method, method, { method: null }),
    ...chip(requestFilters.path, route, { route: null }),
    ...chip(requestFilters.errorReason, reason && errorReasons[reason].label, { reason: null }),
    ...chip(requestFilters.key, keyId && nameKey(keyId), { keyId: null }),
    ...chip(requestFilters.ipAddress, address, { address: null }),
    ...chip(requestFilters.bulkJob, bulkJobId, { bulkJobId: null }),
    ...chip(requestFilters.source, source && sourceLabels[source], { source: null }),
    ...(span === "all"
      ? []
      : chip(t.time, spans.find(({ value }) => value === span)?.label ?? null, {
          span: "all",
          since: null,
          until: null,
        })),
  ];
}
