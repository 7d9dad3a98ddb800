import { BellOff } from "lucide-react";
import { useState } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { SearchField } from "../ui/forms/search-field.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { suppressionsTab as t } from "./lazy-strings.ts";
import { AddDialog, EndDialog } from "./suppression-dialogs.tsx";
import type { Suppression } from "./views.ts";

/** To whom nothing is sent, and why. */
export function SuppressionsTab() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [q, setQ] = useState("");
  const [isAdding, setAdding] = useState(false);
  const [ended, setEnded] = useState<Suppression | null>(null);
  const input = { ...(q.trim() !== "" && { q: q.trim() }), limit: 25 };
  const list = usePages<PortalOutputs["suppressions"]["list"]>(
    trpc.suppressions.list.queryKey(input),
    (place) => client.suppressions.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const isSearch = q.trim() !== "";
  return (
    <SectionCard
      title={t.title}
      description={t.hint}
      why="fields#suppressed-numbers-and-addresses"
      actions={<Button onClick={() => setAdding(true)}>{t.add}</Button>}
    >
      <div className="grid gap-4">
        <SearchField label={t.search} placeholder={t.placeholder} value={q} onChange={setQ} />
        <PagedList
          list={list}
          items={(page) => page.suppressions}
          nouns={t.nouns}
          placeholder={3}
          empty={
            <EmptyState icon={BellOff} title={isSearch ? t.noneFound : t.none}>
              {isSearch ? t.noneFoundHint : t.noneHint}
            </EmptyState>
          }
        >
          {(suppressions) => <SuppressionTable suppressions={suppressions} onEnd={setEnded} />}
        </PagedList>
      </div>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {ended !== null && <EndDialog suppression={ended} onClose={() => setEnded(null)} />}
    </SectionCard>
  );
}

interface SuppressionTableProps {
  suppressions: readonly Suppression[];
  onEnd: (suppression: Suppression) => void;
}

function SuppressionTable({ suppressions, onEnd }: SuppressionTableProps) {
  return (
    <DataTable
      name="suppressions"
      caption={t.title}
      rows={suppressions}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.address,
          render: ({ address }) => address,
          text: ({ address }) => address,
          className: "wrap-anywhere tabular-nums",
        },
        { label: t.reason, render: ({ reason }) => t.reasons[reason], text: ({ reason }) => t.reasons[reason] },
        { label: t.since, render: ({ at }) => <RelativeTime instant={at} />, text: ({ at }) => at },
        {
          label: t.status,
          render: ({ endedAt, endReason }) =>
            endedAt === null ? (
              <Badge tone="warning">{t.active}</Badge>
            ) : (
              <>
                {t.endedAt(<RelativeTime instant={endedAt} />)}
                <p className="text-[0.8125rem] wrap-anywhere text-muted">{endReason}</p>
              </>
            ),
          text: ({ endedAt }) => endedAt ?? t.active,
        },
        {
          label: t.actions,
          render: (suppression) =>
            suppression.endedAt === null && (
              <Button size="sm" onClick={() => onEnd(suppression)}>
                {t.end}
                <span className="sr-only"> {suppression.address}</span>
              </Button>
            ),
        },
      ]}
    />
  );
}
