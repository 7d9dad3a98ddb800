"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalInputs, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { StatusBadge, nameStatus } from "../ui/feedback/status-badge.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { Urgent, urgencyOf } from "../ui/urgency.tsx";
import { DocketTab } from "./docket-tab.tsx";
import { DeadlineView } from "./deadline-view.tsx";
import { WaitingCause } from "./later-dates.tsx";
import { deadlinesScreen as t } from "./strings.ts";
import { describeMoved, describeWaiting, formatDay, formatNearDay, nameAssignees, type Deadline } from "./views.ts";

/** `?deadline=ddl_…` shows one. */
export function DeadlinesScreen() {
  const { can } = useOrganization();
  const chosen = useSearchParams().get("deadline");
  if (!can("deadlines:view")) return <NoPermission permission="deadlines:view" what={t.readDeadlines} />;
  if (chosen !== null) return <DeadlineView key={chosen} deadlineId={chosen} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Lists />
    </>
  );
}

function Lists() {
  const { can } = useOrganization();
  const tabs = [
    ...(can("deadlines:verify") ? [{ value: "verify", label: t.toVerify }] : []),
    { value: "risk", label: t.atRisk },
    { value: "docket", label: t.docket },
  ];
  return (
    <GuardedTabs label={t.sections} tabs={tabs}>
      {() => (
        <>
          <TabPanel value="verify" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <ToVerify />
          </TabPanel>
          <TabPanel value="risk" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <AtRisk />
          </TabPanel>
          <TabPanel value="docket" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <DocketTab />
          </TabPanel>
        </>
      )}
    </GuardedTabs>
  );
}

type DeadlineClass = Deadline["deadlineClass"];

/** The classes whose dates the firm has verified come first. */
function useClasses(): DeadlineClass[] {
  const trpc = useTRPC();
  const required = useQuery(trpc.deadlinePolicy.get.queryOptions({})).data?.deadlinePolicy.requireVerificationOf ?? [];
  return [...new Set([...required, ...(Object.keys(t.classes) as DeadlineClass[])])];
}

function ToVerify() {
  const classes = useClasses();
  const [chosen, setChosen] = useState<DeadlineClass | null>(null);
  const deadlineClass = chosen ?? classes[0] ?? "limitation";
  const choice = (
    <OneOf
      aria-label={t.classOfDates}
      values={classes}
      name={(each) => t.classes[each]}
      value={deadlineClass}
      onChange={setChosen}
    />
  );
  return (
    <>
      <SectionCard title={t.unverified(t.classes[deadlineClass])} description={t.unverifiedHint} actions={choice}>
        <DeadlineList
          name="unverified"
          caption={t.unverified(t.classes[deadlineClass])}
          filter={{ isOpen: true, verificationStatus: "unverified", deadlineClass }}
        >
          <EmptyState icon={CalendarCheck} title={t.noneUnverified}>
            {t.noneUnverifiedHint}
          </EmptyState>
        </DeadlineList>
      </SectionCard>
      <SectionCard title={t.disputed}>
        <DeadlineList name="disputed" caption={t.disputed} filter={{ isOpen: true, verificationStatus: "disputed" }}>
          {t.noneDisputed}
        </DeadlineList>
      </SectionCard>
      <SectionCard title={t.waiting} description={t.waitingHint}>
        <DeadlineList name="waiting" caption={t.waiting} filter={{ hasPending: true }} waits>
          {t.noneWaiting}
        </DeadlineList>
      </SectionCard>
    </>
  );
}

const inThirtyDays = () => new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);

function AtRisk() {
  const [dueTo] = useState(inThirtyDays);
  return (
    <>
      <SectionCard title={t.soon}>
        <DeadlineList name="soon" caption={t.soon} filter={{ isOpen: true, dueTo }}>
          {t.noneSoon}
        </DeadlineList>
      </SectionCard>
      <SectionCard title={t.doubtful}>
        <DeadlineList
          name="doubtful"
          caption={t.doubtful}
          filter={{ isOpen: true, deadlineClass: "limitation", verificationStatus: "unverified" }}
        >
          {t.noneDoubtful}
        </DeadlineList>
      </SectionCard>
    </>
  );
}

interface DeadlineListProps {
  name: string;
  caption: string;
  filter: PortalInputs["deadlines"]["list"];
  /** Whether it shows what waits of each. */
  waits?: boolean;
  /** In the place of an empty list. */
  children: ReactNode;
}

/** By the date that counts. */
function DeadlineList({ name, caption, filter, waits = false, children }: DeadlineListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...filter, sort: "due" as const, limit: 25 };
  const list = usePages<PortalOutputs["deadlines"]["list"]>(
    trpc.deadlines.list.queryKey(input),
    (place) => client.deadlines.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <PagedList
      list={list}
      items={(page) => page.deadlines}
      nouns={t.nouns}
      placeholder={3}
      empty={<div className="text-sm text-muted">{children}</div>}
    >
      {(deadlines) => <DeadlineTable name={name} caption={caption} waits={waits} deadlines={deadlines} />}
    </PagedList>
  );
}

/** Until the last day to act. */
const daysToAct = ({ daysLeft, actInDays }: Deadline) => (actInDays < 0 ? daysLeft : actInDays);

/** With the last day to act where that is another one. */
const describeTimeLeft = (deadline: Deadline) => {
  const { effectiveOn, actByOn } = deadline;
  const days = daysToAct(deadline);
  return actByOn === effectiveOn ? t.daysLeft(days) : t.actBy(formatNearDay(actByOn), days);
};

const findUrgency = (deadline: Deadline) =>
  deadline.urgency === "overdue" ? "overdue" : urgencyOf(daysToAct(deadline));

const responsible: Column<Deadline> = {
  label: t.responsible,
  render: ({ assignees }) => nameAssignees(assignees) ?? t.nobody,
  text: ({ assignees }) => nameAssignees(assignees),
};

const ofDates: readonly Column<Deadline>[] = [
  {
    label: t.counts,
    render: ({ effectiveOn }) => formatDay(effectiveOn),
    text: ({ effectiveOn }) => effectiveOn,
    className: "sm:whitespace-nowrap",
  },
  {
    label: t.timeLeft,
    render: (deadline) => <Urgent urgency={findUrgency(deadline)}>{describeTimeLeft(deadline)}</Urgent>,
    text: describeTimeLeft,
  },
  responsible,
  {
    label: t.status,
    render: ({ verificationStatus }) => <StatusBadge quiet status={verificationStatus} />,
    text: ({ verificationStatus }) => nameStatus(verificationStatus),
  },
];
const ofWaiting: readonly Column<Deadline>[] = [
  { label: t.change, render: describeWaiting, text: describeWaiting },
  {
    label: t.cause,
    render: (deadline) => <WaitingCause deadline={deadline} />,
    text: ({ recalculation }) => (recalculation === null ? null : describeMoved(recalculation)),
  },
];

function DeadlineTable({
  name,
  caption,
  waits,
  deadlines,
}: {
  name: string;
  caption: string;
  waits: boolean;
  deadlines: readonly Deadline[];
}) {
  const { href } = useOrganization();
  return (
    <DataTable
      name={`deadlines-${name}`}
      caption={caption}
      rows={deadlines}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.deadline,
          render: ({ id, title }) => (
            <PlainLink
              href={href(`/deadlines?deadline=${id}`)}
              className="font-medium after:absolute after:inset-0 hover:underline"
            >
              {title}
            </PlainLink>
          ),
          text: ({ title }) => title,
          share: "narrow",
        },
        {
          label: t.case,
          render: (deadline) => deadline.case.sequenceId,
          text: (deadline) => deadline.case.sequenceId,
          className: "sm:whitespace-nowrap",
        },
        {
          label: t.caseTitle,
          render: (deadline) => deadline.case.title ?? t.none,
          text: (deadline) => deadline.case.title,
          className: "wrap-anywhere",
          isOptional: true,
        },
        ...(waits ? ofWaiting : ofDates),
        { label: t.setBy, render: ({ setBy }) => setBy.name, text: ({ setBy }) => setBy.name, isOptional: true },
      ]}
    />
  );
}
