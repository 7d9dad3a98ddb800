"use client";

import { HandCoins } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalInputs, type PortalOutputs } from "../client/trpc.ts";
import { omitNulls } from "../client/url-query.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { Choice } from "../ui/forms/select.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { Urgent } from "../ui/urgency.tsx";
import { LienStatus } from "./lien-status.tsx";
import { liensScreen as t } from "./strings.ts";
import { dayFromNow, nameLien, urgencyOfDay, type Lien } from "./views.ts";

const LienView = later(
  () => import("./lien-view.tsx").then((file) => file.LienView),
  () => <SkeletonTab />,
);

/** `?lien=lien_…` shows one. */
export function LiensScreen() {
  const { can } = useOrganization();
  const chosen = useSearchParams().get("lien");
  if (!can("settlements:view")) return <NoPermission permission="settlements:view" what={t.view} />;
  if (chosen !== null) return <LienView key={chosen} lienId={chosen} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Lists />
    </>
  );
}

const tabs = [
  { value: "open", label: t.open },
  { value: "expiring", label: t.expiring },
  { value: "all", label: t.all },
];

/** Final amounts that are accepted at most so many days longer are due. */
const expiringDays = 30;

function Lists() {
  const [expiresBefore] = useState(() => dayFromNow(expiringDays + 1));
  return (
    <GuardedTabs label={t.sections} tabs={tabs}>
      {() => (
        <>
          <TabPanel value="open" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <LienList filter={{ open: true }}>
              <EmptyState icon={HandCoins} title={t.noneOpen}>
                {t.noneHint}
              </EmptyState>
            </LienList>
          </TabPanel>
          <TabPanel value="expiring" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <LienList filter={{ open: true, finalDemandExpiresBefore: expiresBefore }} isByExpiry>
              <EmptyState icon={HandCoins} title={t.noneExpiring}>
                {t.noneExpiringHint}
              </EmptyState>
            </LienList>
          </TabPanel>
          <TabPanel value="all" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <AllLiens />
          </TabPanel>
        </>
      )}
    </GuardedTabs>
  );
}

const statuses = Object.keys(t.statuses) as Lien["status"][];
const types = Object.keys(t.types) as Lien["type"][];
const unfiltered: { status: Lien["status"] | null; type: Lien["type"] | null } = { status: null, type: null };

function AllLiens() {
  const [filter, setFilter] = useState(unfiltered);
  const isFiltered = filter.status !== null || filter.type !== null;
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Choice
          aria-label={t.status}
          className="w-48"
          values={statuses}
          name={(each) => t.statuses[each]}
          none={t.allStatuses}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
        />
        <Choice
          aria-label={t.type}
          className="w-64 max-w-full"
          values={types}
          name={(each) => t.types[each]}
          none={t.allTypes}
          value={filter.type}
          onChange={(type) => setFilter({ ...filter, type })}
        />
      </div>
      <LienList filter={omitNulls(filter)}>
        {isFiltered ? (
          <EmptyState
            icon={HandCoins}
            title={t.noneMatching}
            actions={<Button onClick={() => setFilter(unfiltered)}>{t.clearFilters}</Button>}
          />
        ) : (
          <EmptyState icon={HandCoins} title={t.noneAll}>
            {t.noneHint}
          </EmptyState>
        )}
      </LienList>
    </>
  );
}

interface LienListProps {
  filter: PortalInputs["liens"]["list"];
  /** The first to expire on top, in place of the newest. */
  isByExpiry?: boolean;
  /** In the place of an empty list. */
  children: ReactNode;
}

function LienList({ filter, isByExpiry = false, children }: LienListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...filter, sort: "newest" as const, limit: isByExpiry ? 100 : 25 };
  const list = usePages<PortalOutputs["liens"]["list"]>(
    trpc.liens.list.queryKey(input),
    (place) => client.liens.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  const sort = (liens: readonly Lien[]) => (isByExpiry ? liens.toSorted(byExpiry) : liens);
  return (
    <PagedList list={list} items={(page) => page.liens} nouns={t.nouns} placeholder={5} empty={children}>
      {(liens) => <LienTable liens={sort(liens)} />}
    </PagedList>
  );
}

const byExpiry = (one: Lien, other: Lien) =>
  (one.finalDemandExpiresOn ?? "").localeCompare(other.finalDemandExpiresOn ?? "");

type Amount = "assertedCents" | "finalCents" | "savingsCents";
const amount = (label: string, name: Amount): Column<Lien> => ({
  label,
  render: ({ [name]: cents }) => (cents === null ? t.none : formatCents(cents)),
  text: ({ [name]: cents }) => (cents === null ? null : cents / 100),
  isNumber: true,
});
const day = (label: string, name: "payByOn" | "finalDemandExpiresOn"): Column<Lien> => ({
  label,
  render: ({ [name]: on, status }) =>
    on === null ? t.none : <Urgent urgency={status === "final" ? urgencyOfDay(on) : null}>{formatDay(on)}</Urgent>,
  text: ({ [name]: on }) => on,
  className: "whitespace-nowrap",
});

function LienTable({ liens }: { liens: readonly Lien[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="liens"
      caption={t.caption}
      rows={liens}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.lien,
          render: (lien) => (
            <PlainLink
              href={href(`/liens?lien=${lien.id}`)}
              className="rounded py-0.5 font-semibold text-accent hover:underline max-sm:wrap-anywhere"
            >
              {nameLien(lien)}
            </PlainLink>
          ),
          text: nameLien,
          share: "wide",
          className: "max-sm:basis-full",
        },
        {
          label: t.status,
          render: ({ status }) => <LienStatus status={status} />,
          text: ({ status }) => t.statuses[status],
        },
        {
          label: t.type,
          render: ({ type }) => t.types[type],
          text: ({ type }) => t.types[type],
          isOptional: true,
        },
        {
          label: t.case,
          render: (lien) => lien.case.sequenceId,
          text: (lien) => lien.case.sequenceId,
          className: "whitespace-nowrap",
        },
        amount(t.asserted, "assertedCents"),
        amount(t.final, "finalCents"),
        amount(t.saved, "savingsCents"),
        day(t.expires, "finalDemandExpiresOn"),
        { ...day(t.payBy, "payByOn"), isOptional: true },
      ]}
    />
  );
}
