import { History } from "lucide-react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { describeAct, listChanges } from "./history-labels.ts";
import type { HistoryEntry, HistoryPage } from "./portal-types.ts";
import { historyTab as t } from "./lazy-strings.ts";

export function HistoryTab({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { serviceAccountId: keyId, limit: 50 };
  const list = usePages<HistoryPage>(trpc.serviceAccounts.audit.list.queryKey(input), (place) =>
    client.serviceAccounts.audit.list.query({ ...input, ...place }),
  );
  const empty = (
    <EmptyState icon={History} title={t.noHistoryYet}>
      {t.changesToThisKey}
    </EmptyState>
  );
  return (
    <PagedList
      list={list}
      items={(page) => page.entries}
      nouns={t.nouns}
      what={t.history}
      placeholder={6}
      empty={empty}
    >
      {(entries) => (
        <ol
          className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-xs"
          aria-label={t.historyOfThisKey}
        >
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const changes = listChanges(entry);
  return (
    <li className="px-4 py-3.5 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">{entry.actor.name}</strong> {describeAct(entry)}
        </p>
        <p className="text-muted">
          <ExactTime instant={entry.occurredAt} />
          {entry.address !== null && t.fromAddress(entry.address)}
        </p>
      </div>
      {changes.length > 0 && (
        <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          {changes.map(({ field, from, to }) => (
            <div key={field} className="contents">
              <dt className="text-muted max-sm:mt-1">{field}</dt>
              <dd className="wrap-anywhere">
                {from !== null && (
                  <>
                    <span className="sr-only">{t.from}</span>
                    <span className="text-muted line-through">{from}</span> <span aria-hidden>→</span>{" "}
                    <span className="sr-only">{t.to}</span>
                  </>
                )}
                {to}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
