"use client";

import { Inbox } from "lucide-react";
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
import { DataTable } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { Choice } from "../ui/forms/select.tsx";
import { GuardedTabs } from "../ui/guarded-tabs.tsx";
import { PlainLink } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { TabPanel } from "../ui/tabs.tsx";
import { ReferralStatus } from "./referral-status.tsx";
import { referralsScreen as t } from "./strings.ts";
import { describeMatter, isUnanswered, type Referral } from "./views.ts";

const ReferralView = later(
  () => import("./referral-view.tsx").then((file) => file.ReferralView),
  () => <SkeletonTab />,
);

/** `?referral=rfl_…` shows one. */
export function ReferralsScreen() {
  const { can } = useOrganization();
  const chosen = useSearchParams().get("referral");
  if (!can("referrals:view")) return <NoPermission permission="referrals:view" what={t.view} />;
  if (chosen !== null) return <ReferralView key={chosen} referralId={chosen} />;
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Lists />
    </>
  );
}

const tabs = [
  { value: "inbound", label: t.inbound },
  { value: "outbound", label: t.outbound },
  { value: "overdue", label: t.overdue },
];

function Lists() {
  return (
    <GuardedTabs label={t.sections} tabs={tabs}>
      {() => (
        <>
          <TabPanel value="inbound" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <OfDirection direction="inbound">
              <EmptyState icon={Inbox} title={t.noneInbound}>
                {t.noneInboundHint}
              </EmptyState>
            </OfDirection>
          </TabPanel>
          <TabPanel value="outbound" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <OfDirection direction="outbound">
              <EmptyState icon={Inbox} title={t.noneOutbound}>
                {t.noneOutboundHint}
              </EmptyState>
            </OfDirection>
          </TabPanel>
          <TabPanel value="overdue" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <ReferralList filter={{ updateOverdue: true }}>
              <EmptyState icon={Inbox} title={t.noneOverdue}>
                {t.noneOverdueHint}
              </EmptyState>
            </ReferralList>
          </TabPanel>
        </>
      )}
    </GuardedTabs>
  );
}

const statuses = Object.keys(t.statuses) as Referral["status"][];

interface OfDirectionProps {
  direction: Referral["direction"];
  /** In the place of an empty list. */
  children: ReactNode;
}

function OfDirection({ direction, children }: OfDirectionProps) {
  const [status, setStatus] = useState<Referral["status"] | null>(null);
  return (
    <>
      <Choice
        aria-label={t.status}
        className="max-w-56"
        values={direction === "inbound" ? statuses.filter((each) => each !== "draft") : statuses}
        name={(each) => t.statuses[each]}
        none={t.allStatuses}
        value={status}
        onChange={setStatus}
      />
      <ReferralList filter={omitNulls({ direction, status })}>
        {status === null ? (
          children
        ) : (
          <EmptyState
            icon={Inbox}
            title={t.noneOfStatus}
            actions={<Button onClick={() => setStatus(null)}>{t.showAll}</Button>}
          />
        )}
      </ReferralList>
    </>
  );
}

interface ReferralListProps {
  filter: PortalInputs["referrals"]["list"];
  /** In the place of an empty list. */
  children: ReactNode;
}

function ReferralList({ filter, children }: ReferralListProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { ...filter, sort: "newest" as const, limit: 25 };
  const list = usePages<PortalOutputs["referrals"]["list"]>(
    trpc.referrals.list.queryKey(input),
    (place) => client.referrals.list.query({ ...input, ...place }),
    { keepFormer: true },
  );
  return (
    <PagedList list={list} items={(page) => page.referrals} nouns={t.nouns} placeholder={5} empty={children}>
      {(referrals) => <ReferralTable referrals={referrals} />}
    </PagedList>
  );
}

/** Of one that nobody answered yet. */
const findResponseDue = (referral: Referral) => (isUnanswered(referral) ? referral.responseDueOn : null);

function ReferralTable({ referrals }: { referrals: readonly Referral[] }) {
  const { href } = useOrganization();
  return (
    <DataTable
      name="referrals"
      caption={t.caption}
      rows={referrals}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.referral,
          render: (referral) => (
            <PlainLink
              href={href(`/referrals?referral=${referral.id}`)}
              className="rounded py-0.5 font-semibold text-accent hover:underline"
            >
              {referral.sequenceId}
            </PlainLink>
          ),
          text: ({ sequenceId }) => sequenceId,
          className: "whitespace-nowrap max-sm:basis-full",
        },
        {
          label: t.partnerFirm,
          render: ({ partnerFirm }) => partnerFirm.name,
          text: ({ partnerFirm }) => partnerFirm.name,
          className: "wrap-anywhere sm:min-w-40",
        },
        {
          label: t.matterOfReferral,
          render: describeMatter,
          text: describeMatter,
          className: "sm:whitespace-nowrap",
        },
        {
          label: t.status,
          render: ({ status, attention, isUpdateOverdue }) => (
            <span className="flex flex-wrap gap-1.5 sm:flex-nowrap">
              <ReferralStatus status={status} />
              {attention !== null && <Badge tone="warning">{t.needsAttention}</Badge>}
              {isUpdateOverdue && <Badge tone="danger">{t.updateIsOverdue}</Badge>}
            </span>
          ),
          text: ({ status }) => t.statuses[status],
        },
        {
          label: t.responseDue,
          render: (referral) => {
            const on = findResponseDue(referral);
            return on === null ? t.none : formatDay(on);
          },
          text: findResponseDue,
          className: "whitespace-nowrap",
        },
        {
          label: t.updateDue,
          render: ({ nextUpdateDueOn }) => (nextUpdateDueOn === null ? t.none : formatDay(nextUpdateDueOn)),
          text: ({ nextUpdateDueOn }) => nextUpdateDueOn,
          isOptional: true,
        },
        {
          label: t.fee,
          render: ({ feeStatus }) => t.feeStatuses[feeStatus],
          text: ({ feeStatus }) => t.feeStatuses[feeStatus],
          shownFrom: 90,
        },
        {
          label: t.feeDue,
          render: ({ referralFeeDueCents }) =>
            referralFeeDueCents === null ? t.none : formatCents(referralFeeDueCents),
          text: ({ referralFeeDueCents }) => (referralFeeDueCents === null ? null : referralFeeDueCents / 100),
          isNumber: true,
        },
        {
          label: t.updated,
          render: ({ updatedAt }) => <RelativeTime instant={updatedAt} />,
          text: ({ updatedAt }) => updatedAt,
          isOptional: true,
        },
      ]}
    />
  );
}
