import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { formatCents } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { settlementView as t } from "./lazy-strings.ts";
import { SettlementStatus } from "./settlement-status.tsx";
import { ShareCard } from "./share-card.tsx";
import { settlementsScreen } from "./strings.ts";
import type { Payer, Settlement, Share } from "./views.ts";

export function SettlementView({ settlementId }: { settlementId: string }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const trail = [{ label: settlementsScreen.title, href: href("/settlements") }];
  const query = useQuery(trpc.settlements.get.queryOptions({ settlementId }));
  return (
    <RecordScreen
      noun={t.noun}
      permission="settlements:view"
      what={settlementsScreen.view}
      trail={trail}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {({ settlement }) => (
        <>
          <PageHeader
            title={settlement.sequenceId}
            description={settlement.title ?? settlementsScreen.types[settlement.type]}
            trail={trail}
            mark={
              <>
                <SettlementStatus status={settlement.status} />
                {settlement.isConfidential && <Badge tone="outline">{t.confidential}</Badge>}
              </>
            }
          />
          <Whole settlement={settlement} />
        </>
      )}
    </RecordScreen>
  );
}

function Whole({ settlement }: { settlement: Settlement }) {
  const { warnings, shares, payers } = settlement;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {warnings.length > 0 && (
        <Banner
          tone="warning"
          title={warnings.length === 1 ? formatMessage(warnings[0]?.message ?? "") : t.warnings(warnings.length)}
        >
          {warnings.length === 1 ? undefined : (
            <ul className="grid gap-1">
              {warnings.map(({ code, message }) => (
                <li key={`${code} ${message}`}>{formatMessage(message)}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      <Figures settlement={settlement} />
      {shares.map((share) => (
        <ShareCard key={share.id} settlement={settlement} share={share} />
      ))}
      <SectionCard title={t.payers}>
        <PayerTable payers={payers} />
      </SectionCard>
      {shares.length > 1 && (
        <SectionCard title={t.shares}>
          <ShareTable shares={shares} />
        </SectionCard>
      )}
      <SectionCard title={t.details}>
        <DescriptionList facts={listFacts(settlement)} />
      </SectionCard>
    </div>
  );
}

/** What has happened to the money so far. */
function Figures({ settlement: { totals } }: { settlement: Settlement }) {
  const figures = [
    [t.gross, totals.grossCents],
    [t.received, totals.receivedCents],
    [t.cleared, totals.clearedCents],
    [t.disbursed, totals.disbursedCents],
    [t.net, totals.netToClientCents],
  ] as const;
  return (
    <dl
      aria-label={t.figures}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5"
    >
      {figures.map(([label, cents]) => (
        <div key={label} className="bg-surface px-4 py-3 last:max-sm:col-span-2">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">{cents === null ? t.none : formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

const paymentTones: Readonly<Record<Payer["paymentStatus"], BadgeTone>> = {
  expected: "neutral",
  partial: "info",
  received: "info",
  cleared: "success",
  overdue: "danger",
};

const namePayer = ({ name }: Payer) => name ?? t.none;

function PayerTable({ payers }: { payers: readonly Payer[] }) {
  return (
    <DataTable
      name="settlement-payers"
      caption={t.payers}
      rows={payers}
      keyOf={({ id }) => id}
      columns={[
        { label: t.payer, render: namePayer, text: namePayer, className: "max-sm:basis-full wrap-anywhere" },
        {
          label: t.paymentStatus,
          render: ({ paymentStatus }) => (
            <Badge tone={paymentTones[paymentStatus]}>{t.paymentStatuses[paymentStatus]}</Badge>
          ),
          text: ({ paymentStatus }) => t.paymentStatuses[paymentStatus],
        },
        {
          label: t.category,
          render: ({ category }) => t.categories[category],
          text: ({ category }) => t.categories[category],
        },
        {
          label: t.gross,
          render: ({ grossCents }) => formatCents(grossCents),
          text: ({ grossCents }) => grossCents / 100,
          isNumber: true,
        },
        {
          label: t.paidDirect,
          render: ({ paidDirectCents }) => (paidDirectCents === 0 ? t.none : formatCents(paidDirectCents)),
          text: ({ paidDirectCents }) => paidDirectCents / 100,
          isNumber: true,
          isOptional: true,
        },
        {
          label: t.cleared,
          render: ({ clearedCents }) => formatCents(clearedCents),
          text: ({ clearedCents }) => clearedCents / 100,
          isNumber: true,
        },
        {
          label: t.expected,
          render: ({ expectedOn }) => (expectedOn === null ? t.none : formatDay(expectedOn)),
          text: ({ expectedOn }) => expectedOn,
        },
        {
          label: t.release,
          render: ({ release }) => t.releases[release],
          text: ({ release }) => t.releases[release],
        },
        {
          label: t.feeBearing,
          render: ({ isFeeBearing }) => (isFeeBearing ? t.yes : t.no),
          text: ({ isFeeBearing }) => (isFeeBearing ? t.yes : t.no),
          isOptional: true,
        },
      ]}
    />
  );
}

const nameClaimant = ({ claimantName }: Share) => claimantName ?? t.client;

function ShareTable({ shares }: { shares: readonly Share[] }) {
  return (
    <DataTable
      name="settlement-shares"
      caption={t.shares}
      rows={shares}
      keyOf={({ id }) => id}
      columns={[
        { label: t.share, render: nameClaimant, text: nameClaimant, className: "max-sm:basis-full" },
        {
          label: t.gross,
          render: ({ grossCents }) => formatCents(grossCents),
          text: ({ grossCents }) => grossCents / 100,
          isNumber: true,
        },
        {
          label: t.consent,
          render: ({ consentOn }) => (consentOn === null ? t.none : formatDay(consentOn)),
          text: ({ consentOn }) => consentOn,
        },
        {
          label: t.courtApproval,
          render: ({ courtApproval }) => t.courtApprovals[courtApproval],
          text: ({ courtApproval }) => t.courtApprovals[courtApproval],
        },
      ]}
    />
  );
}

function listFacts(settlement: Settlement): readonly (readonly [string, ReactNode])[] {
  const { agreedOn, paymentDueOn, feeTrigger, statusReason, terms, shares, createdBy, updatedAt } = settlement;
  const optional = (label: string, value: ReactNode) => (value === null ? [] : [[label, value] as const]);
  const [only, ...others] = shares;
  const single = only !== undefined && others.length === 0 ? only : null;
  return [
    [t.case, settlement.case.sequenceId],
    [t.type, settlementsScreen.types[settlement.type]],
    ...optional(t.agreed, agreedOn === null ? null : formatDay(agreedOn)),
    ...optional(t.due, paymentDueOn === null ? null : formatDay(paymentDueOn)),
    ...(single === null
      ? []
      : [
          ...optional(t.consent, single.consentOn === null ? null : formatDay(single.consentOn)),
          [t.courtApproval, t.courtApprovals[single.courtApproval]] as const,
        ]),
    ...optional(t.feeTrigger, feeTrigger === null ? null : nameValue(feeTrigger)),
    ...optional(t.statusReason, statusReason),
    ...optional(t.terms, terms),
    [t.createdBy, createdBy.name],
    [t.changed, <RelativeTime key="changed" instant={updatedAt} />],
  ];
}
