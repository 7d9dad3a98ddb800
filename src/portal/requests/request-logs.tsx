import { ScrollText } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { requestDays } from "../../contract/portal/request-log.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { useFetchAnew, usePages, useShowNew } from "../client/use-pages.ts";
import { NewEventsLine } from "../events/new-events-line.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { RequestFilters } from "./request-filters.tsx";
import type { RequestPage } from "./request-labels.ts";
import { RequestTable } from "./request-table.tsx";
import {
  everything,
  readRequestsQuery,
  toRequestsInput,
  writeRequestsQuery,
  type RequestsInput,
  type RequestsQuery,
} from "./requests-query.ts";
import { useNewRequests } from "./use-new-requests.ts";
import { later } from "../ui/feedback/later.tsx";
import { requestLogs as t } from "./strings.ts";

// Loaded when a request is opened.
const RequestSheet = later(() => import("./request-sheet.tsx").then((module) => module.RequestSheet));

const FilterChips = later(() => import("./filter-chips.tsx").then((module) => module.FilterChips));

const retention = <p className="mt-1 text-sm text-muted">{t.keptForDays(requestDays)}</p>;

/**
 * The organization's requests, or those of one key. Filters and the open request are in the URL; its other parameters
 * stay.
 */
export function RequestLogs({ keyId = null }: { keyId?: string | null }) {
  const parameters = useSearchParams();
  const path = usePathname();
  const filters = readRequestsQuery(parameters);
  const query = keyId === null ? filters : { ...filters, keyId };
  const opened = parameters.get("request");
  // A span starts when it is chosen, so that pages stay consistent.
  const [now, setNow] = useState(Date.now);
  const input = toRequestsInput(query, now);
  const { list, region, showNew, fetchAnew } = useRequestPages(input);
  const requests = list.data?.pages.flatMap((page) => page.requests);
  const { count, isLive, setLive } = useNewRequests(input, list.isPlaceholderData ? undefined : requests, {
    list,
    fetchAnew,
  });
  const push = (search: string) => window.history.pushState(null, "", search === "" ? path : `${path}?${search}`);
  // From the current URL, which may be newer than the rendered state.
  const change = (changes: Partial<RequestsQuery>) => {
    const { search } = window.location;
    setNow(Date.now());
    push(writeRequestsQuery(search, { ...readRequestsQuery(new URLSearchParams(search)), ...changes }));
  };
  const isFiltered = writeRequestsQuery("", filters) !== "";
  return (
    <section aria-label={t.requests}>
      <RequestFilters query={query} routes={listRoutes(requests)} isOfKey={keyId !== null} change={change} />
      {isFiltered && <FilterChips query={filters} change={change} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        {isLive ? (
          <p className="mb-2 flex min-h-8 items-center text-sm text-muted">{t.following}</p>
        ) : (
          <NewEventsLine noun={t.request} count={count} busy={list.isFetching} onShow={showNew} />
        )}
        <div className="flex gap-2">
          {input.until === undefined && <LiveButton isLive={isLive} onChange={setLive} />}
        </div>
      </div>
      <div ref={region} tabIndex={-1} className="mt-2 scroll-mt-20 outline-none!">
        <PagedList
          list={list}
          items={(page) => page.requests}
          nouns={t.nouns}
          placeholder={10}
          empty={<Nothing isFiltered={isFiltered} onClear={() => change(everything)} />}
          note={retention}
        >
          {(shown) => (
            <RequestTable
              requests={shown}
              showsKey={keyId === null}
              hrefOf={(id) => `${path}?${openRequest(parameters, id)}`}
              onOpen={(id) => push(openRequest(parameters, id))}
            />
          )}
        </PagedList>
      </div>
      {opened !== null && (
        <RequestSheet
          key={opened}
          id={opened}
          ids={requests?.map(({ id }) => id) ?? []}
          onOpen={(id) => push(openRequest(parameters, id))}
        />
      )}
    </section>
  );
}

function LiveButton({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  return (
    <Button
      size="sm"
      aria-pressed={isLive}
      onClick={() => onChange(!isLive)}
      className={isLive ? "border-accent/30 bg-accent-soft text-accent" : undefined}
    >
      {t.live}
    </Button>
  );
}

/** The query of the URL with this request open, or none. */
function openRequest(parameters: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(parameters);
  if (id === null) next.delete("request");
  else next.set("request", id);
  return next.toString();
}

function listRoutes(requests: RequestPage["requests"] | undefined): string[] {
  return [...new Set(requests?.flatMap(({ route }) => route ?? []))].toSorted();
}

/** Pages stay until the user refetches or follows; new requests are only counted. */
function useRequestPages(input: RequestsInput) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const request = { ...input, limit: 50 };
  const key = trpc.keys.listRequests.queryKey(request);
  const list = usePages<RequestPage>(key, (place) => client.keys.listRequests.query({ ...request, ...place }), {
    keepFormer: true,
    staleTime: Infinity,
  });
  return { list, fetchAnew: useFetchAnew(key, list), ...useShowNew(key, list) };
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={ScrollText}
        title={t.noMatchingRequests}
        actions={<Button onClick={onClear}>{t.clearFilters}</Button>}
      >
        {t.noRequestOfLast(requestDays)}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title={t.noRequestsYet}>
      {t.requestsWithApiKey}
    </EmptyState>
  );
}
