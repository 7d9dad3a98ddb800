import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { lienView as t } from "./lazy-strings.ts";
import { LienStatus } from "./lien-status.tsx";
import { liensScreen } from "./strings.ts";
import { findExpiry, nameLien, type Lien } from "./views.ts";

export function LienView({ lienId }: { lienId: string }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const trail = [{ label: liensScreen.title, href: href("/liens") }];
  const query = useQuery(trpc.liens.get.queryOptions({ lienId }));
  return (
    <RecordScreen
      noun={t.noun}
      permission="settlements:view"
      what={liensScreen.view}
      trail={trail}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {({ lien }) => (
        <>
          <PageHeader title={nameLien(lien)} trail={trail} mark={<LienStatus status={lien.status} />} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Expiry lien={lien} />
            <SectionCard title={t.amounts}>
              <DescriptionList facts={listAmounts(lien)} />
            </SectionCard>
            <Details lien={lien} />
          </div>
        </>
      )}
    </RecordScreen>
  );
}

function Expiry({ lien }: { lien: Lien }) {
  const expiry = findExpiry(lien);
  if (expiry === null || lien.finalDemandExpiresOn === null) return null;
  const expiresOn = formatDay(lien.finalDemandExpiresOn);
  return expiry === "soon" ? (
    <Banner tone="warning" title={t.expiresSoon(expiresOn)}>
      {t.expiresSoonHint}
    </Banner>
  ) : (
    <Banner tone="danger" title={t.hasExpired(expiresOn)}>
      {t.hasExpiredHint}
    </Banner>
  );
}

type Facts = readonly (readonly [string, ReactNode])[];

const optional = (label: string, value: ReactNode): Facts =>
  value === null || value === "" ? [] : [[label, value] as const];
const cents = (value: number | null) => (value === null ? t.none : formatCents(value));
const day = (on: string | null) => (on === null ? null : formatDay(on));

/** From what is asserted to what is left to pay. */
function listAmounts(lien: Lien): Facts {
  const { assertedCents, unrelatedCents, auditedCents, finalCents, paidCents } = lien;
  return [
    [t.asserted, cents(assertedCents)],
    ...(unrelatedCents === 0
      ? []
      : ([
          [t.unrelated, formatCents(unrelatedCents)],
          [t.audited, cents(auditedCents)],
        ] as const)),
    [t.final, cents(finalCents)],
    [t.saved, describeSavings(lien)],
    ...(paidCents === 0 ? [] : [[t.paid, formatCents(paidCents)] as const]),
    ...(finalCents === null || paidCents >= finalCents ? [] : [[t.left, formatCents(finalCents - paidCents)] as const]),
  ];
}

const percents = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

function describeSavings({ savingsCents, assertedCents }: Lien): string {
  if (savingsCents === null) return t.none;
  if (assertedCents === null || assertedCents === 0) return formatCents(savingsCents);
  return t.savedOf(formatCents(savingsCents), percents.format(savingsCents / assertedCents));
}

function Details({ lien }: { lien: Lien }) {
  const { can } = useOrganization();
  return (
    <SectionCard title={t.details} description={can("medical:view") ? undefined : t.medicalHidden}>
      <DescriptionList facts={listDetails(lien)} />
    </SectionCard>
  );
}

function listDetails(lien: Lien): Facts {
  const { lienholder, handler, claimReference, medicalBillIds, finalMethod, statusReason, notes, createdBy } = lien;
  return [
    [t.case, lien.case.sequenceId],
    [t.type, liensScreen.types[lien.type]],
    ...optional(t.lienholder, lienholder?.name ?? null),
    ...optional(t.handler, handler?.name ?? null),
    ...optional(t.claimReference, claimReference),
    ...optional(t.bills, medicalBillIds === null || medicalBillIds.length === 0 ? null : medicalBillIds.length),
    ...optional(t.noticeReceived, day(lien.noticeReceivedOn)),
    ...optional(t.finalOn, day(lien.finalOn)),
    ...optional(t.method, finalMethod === null ? null : t.methods[finalMethod]),
    ...optional(t.expires, day(lien.finalDemandExpiresOn)),
    ...optional(t.payBy, day(lien.payByOn)),
    ...optional(t.reason, statusReason),
    ...optional(t.notes, notes),
    [t.createdBy, createdBy.name],
    [t.updated, <RelativeTime key="updated" instant={lien.updatedAt} />],
  ];
}
