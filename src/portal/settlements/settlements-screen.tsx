"use client";

import { Handshake } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalInputs, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { dayFromNow, urgencyOfDay } from "../liens/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents, formatDate } from "../ui/format.ts";
import { Choice } from "../ui/forms/select.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { Urgent } from "../ui/urgency.tsx";
import { SettlementStatus } from "./settlement-status.tsx";
import { settlementsScreen as t } from "./strings.ts";
import type { ListedSettlement } from "./views.ts";

const SettlementView = later(
  () => import("./settlement-view.tsx").then((file) => file.SettlementView),
  () => <SkeletonTab />,
);

/** `?settlement=stl_…` shows one. */
export function SettlementsScreen() {
  const { can } = useOrganization();
  const chosen = useSearchParams().get("settlement");
  if (!can("settlements:view")) return <NoPermission permission="settlements:view" what={t.view} />;
  if (chosen !== null) return <SettlementView key={chosen} settlementId={chosen} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Lists />
    </>
  );
}

const tabs = [
  { value: "all", label: t.all },
  { value: "overdue", label: t.overdue },
];

function Lists() {
  const [today] = useState(() => dayFromNow(0));
  return (
    <GuardedTabs label={t.sections} tabs={tabs}>
      {() => (
        <>
          <TabPanel value="all" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <AllSettlements />
          </TabPanel>
          <TabPanel value="overdue" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <SettlementList filter={{ status: "agreed", paymentDueBefore: today }}>
              <EmptyState icon={Handshake} title={t.noneOverdue}>
                {t.noneOverdueHint}
              </EmptyState>
            </SettlementList>
          </TabPanel>
        </>
      )}
    </GuardedTabs>
  );
}

const statuses = Object.keys(t.statuses) as ListedSettlement["status"][];

function AllSettlements() {
  const [status, setStatus] = useState<ListedSettlement["status"] | null>(null);
  return (
    <>
      <Choice
        aria-label={t.status}
        className="max-w-56"
        values={statuses}
        name={(each) => t.statuses[each]}
        none={t.allStatuses}
        value={status}
        onChange={setStatus}
      />
      <SettlementList filter={status === null ? {} : { status }}>
        {status === null ? (
          <EmptyState icon={Handshake} title={t.noneAll}>
            {t.noneHint}
          </EmptyState>
        ) : (
          <EmptyState
            icon={Handshake}
            title={t.noneOfStatus}
            actions={<Button onClick={() => setStatus(null)}>{t.showAll}</Button>}
          />
        )}
      </SettlementList>
    </>
  );
}

interface SettlementListProps {
  filter: PortalInputs["settlements"]["list"];
  /** In the place of an empty list. */
  children: ReactNode;
}

function SettlementList({ filter, children }: SettlementListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...filter, sort: "newest" as const, limit: 25 };
  const list = usePages<PortalOutputs["settlements"]["list"]>(
    trpc.settlements.list.queryKey(input),
    (place) => client.settlements.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <PagedList list={list} items={(page) => page.settlements} nouns={t.nouns} placeholder={5} empty={children}>
      {(settlements) => <SettlementTable settlements={settlements} />}
    </PagedList>
  );
}

type Total = keyof ListedSettlement["totals"];
const total = (label: string, name: Total): Column<ListedSettlement> => ({
  label,
  render: ({ totals: { [name]: cents } }) => (cents === null ? t.none : formatCents(cents)),
  text: ({ totals: { [name]: cents } }) => (cents === null ? null : cents / 100),
  isNumber: true,
});
const day = (label: string, name: "agreedOn" | "paymentDueOn"): Column<ListedSettlement> => ({
  label,
  render: ({ [name]: on, status }) =>
    on === null ? (
      t.none
    ) : (
      // Only what is agreed is still to be paid.
      <Urgent urgency={name === "paymentDueOn" && status === "agreed" ? urgencyOfDay(on) : null}>
        {formatDate(on)}
      </Urgent>
    ),
  text: ({ [name]: on }) => on,
  className: "whitespace-nowrap",
});

function SettlementTable({ settlements }: { settlements: readonly ListedSettlement[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="settlements"
      caption={t.caption}
      rows={settlements}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.settlement,
          render: (settlement) => (
            <PlainLink
              href={href(`/settlements?settlement=${settlement.id}`)}
              className="rounded py-0.5 font-semibold text-accent hover:underline"
            >
              {settlement.sequenceId}
            </PlainLink>
          ),
          text: ({ sequenceId }) => sequenceId,
          className: "whitespace-nowrap max-sm:basis-full",
        },
        {
          label: t.case,
          render: (settlement) => settlement.case.sequenceId,
          text: (settlement) => settlement.case.sequenceId,
          className: "whitespace-nowrap",
        },
        {
          label: t.status,
          render: ({ status }) => <SettlementStatus status={status} />,
          text: ({ status }) => t.statuses[status],
        },
        total(t.gross, "grossCents"),
        { ...total(t.cleared, "clearedCents"), shownFrom: 90 },
        total(t.net, "netToClientCents"),
        { ...day(t.agreed, "agreedOn"), isOptional: true },
        day(t.due, "paymentDueOn"),
        {
          label: t.type,
          render: ({ type }) => t.types[type],
          text: ({ type }) => t.types[type],
          isOptional: true,
        },
        {
          label: t.settlementTitle,
          render: ({ title }) => title ?? t.none,
          text: ({ title }) => title,
          className: "wrap-anywhere",
          isOptional: true,
        },
      ]}
    />
  );
}
