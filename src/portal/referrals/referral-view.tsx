import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { describeShare } from "./describe-terms.ts";
import { referralView as t } from "./lazy-strings.ts";
import { ReferralActions } from "./referral-actions.tsx";
import { ReferralStatus } from "./referral-status.tsx";
import { referralsScreen } from "./strings.ts";
import { isUnanswered, type Referral } from "./views.ts";

export function ReferralView({ referralId }: { referralId: string }) {
  const trpc = useTRPC();
  const { href, can } = useOrganization();
  const trail = [{ label: referralsScreen.title, href: href("/referrals") }];
  const query = useQuery(trpc.referrals.get.queryOptions({ referralId }));
  return (
    <RecordScreen
      noun={t.noun}
      permission="referrals:view"
      what={referralsScreen.view}
      trail={trail}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {({ referral }) => (
        <>
          <PageHeader
            title={referral.sequenceId}
            description={
              referral.direction === "inbound" ? t.from(referral.partnerFirm.name) : t.to(referral.partnerFirm.name)
            }
            trail={trail}
            mark={<ReferralStatus status={referral.status} />}
            actions={<ReferralActions referral={referral} />}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Banners referral={referral} />
            <SectionCard title={t.matter}>
              <DescriptionList facts={listMatter(referral)} />
            </SectionCard>
            {referral.received !== null && (
              <SectionCard title={t.client} description={t.clientHint}>
                <DescriptionList facts={listReceived(referral.received)} />
              </SectionCard>
            )}
            {hasConflictCheck(referral) && can("referrals:manage") && <ConflictCard referral={referral} />}
            <SectionCard title={t.terms}>
              <DescriptionList facts={listFee(referral)} />
            </SectionCard>
            <SectionCard title={t.documents}>
              <Documents referralId={referralId} />
            </SectionCard>
            <SectionCard title={t.updates}>
              <Updates referralId={referralId} />
            </SectionCard>
            <SectionCard title={t.details}>
              <DescriptionList facts={listDetails(referral)} />
            </SectionCard>
          </div>
        </>
      )}
    </RecordScreen>
  );
}

/** It is decided before the firm takes a matter; later it shows what was. */
const hasConflictCheck = ({ direction, conflictCheckId, availableTransitions }: Referral) =>
  direction === "inbound" && (conflictCheckId !== null || availableTransitions.includes("accepted"));

/** What somebody has to do, and what to look at first. */
function Banners({ referral }: { referral: Referral }) {
  const { can } = useOrganization();
  const { attention, warnings, direction, responseDueOn } = referral;
  return (
    <>
      {attention !== null && (
        <Banner tone="warning" title={t.needsAttention}>
          {t.attention[attention]}
        </Banner>
      )}
      {direction === "inbound" && isUnanswered(referral) && responseDueOn !== null && (
        <Banner title={t.respondBy(formatDay(responseDueOn))}>
          {can("referrals:manage") ? t.respondByHint : t.respondByOthers}
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning" title={t.warnings}>
          <ul className="grid gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

type Facts = readonly (readonly [string, ReactNode])[];

const optional = (label: string, value: ReactNode): Facts => (value === null ? [] : [[label, value] as const]);
const day = (on: string | null) => (on === null ? null : formatDay(on));
const cents = (amount: number | null) => (amount === null ? null : formatCents(amount));
const value = (name: string | null) => (name === null ? null : nameValue(name));

function listMatter({ teaser }: Referral): Facts {
  return [
    [t.caseType, nameValue(teaser.caseType)],
    ...optional(t.subCaseType, teaser.subCaseType),
    [t.state, teaser.caseState],
    ...optional(t.county, teaser.incidentCounty),
    [
      t.summary,
      <p key="summary" className="whitespace-pre-line">
        {teaser.summary}
      </p>,
    ],
    ...optional(t.incident, day(teaser.dateOfIncident)),
    ...optional(t.severity, value(teaser.injurySeverity)),
    ...optional(t.treatment, value(teaser.treatmentStatus)),
    ...optional(t.limitation, day(teaser.statuteOfLimitationsEstimateOn)),
    ...optional(t.value, cents(teaser.estimatedValueCents)),
  ];
}

type Received = NonNullable<Referral["received"]>;

/** The client and what else the referring firm handed over. */
function listReceived({ client, matter }: Received): Facts {
  const { firstName, middleName, lastName, address } = client;
  const join = (...parts: (string | null | undefined)[]) => {
    const given = parts.filter((part) => part !== null && part !== undefined && part !== "");
    return given.length === 0 ? null : given;
  };
  const lines =
    address === null ? null : join(address.line1, address.line2, address.city, address.state, address.zipCode);
  return [
    ...optional(t.name, join(firstName, middleName, lastName)?.join(" ") ?? null),
    ...optional(t.email, client.email),
    ...optional(t.phone, client.phone),
    ...optional(t.born, day(client.dateOfBirth)),
    ...optional(t.address, lines?.join(", ") ?? null),
    ...optional(t.description, matter.description),
    ...optional(t.injuries, matter.injuryDescription),
    ...optional(t.atFaultParty, matter.atFaultParty),
    ...optional(t.priorAttorney, matter.priorAttorneyName),
  ];
}

function describeConsent({ terms, clientConsent }: Referral): string {
  if (clientConsent === null) return t.noConsent;
  const { consentedOn, termsRevision } = clientConsent;
  const describe = terms !== null && terms.termsRevision !== termsRevision ? t.staleConsent : t.consentOf;
  return describe(formatDay(consentedOn), termsRevision);
}

function listFee(referral: Referral): Facts {
  const { terms, feeStatus, totalFeeCents, referralFeeDueCents, paidCents } = referral;
  if (terms === null) return [[t.share, t.noTerms]];
  const accepted = terms.acceptedOn === null ? t.notAccepted : t.acceptedOn(formatDay(terms.acceptedOn));
  return [
    [t.share, describeShare(terms)],
    [t.basis, t.bases[terms.basis]],
    [t.revision, t.revisionOf(terms.termsRevision, accepted)],
    [t.consent, describeConsent(referral)],
    [t.feeStatus, referralsScreen.feeStatuses[feeStatus]],
    ...optional(t.total, cents(totalFeeCents)),
    ...optional(t.due, cents(referralFeeDueCents)),
    ...(paidCents === 0 ? [] : [[t.paid, formatCents(paidCents)] as const]),
  ];
}

function Documents({ referralId }: { referralId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.referrals.documents.list.queryOptions({ referralId, limit: 50 }));
  if (data === undefined) return null;
  if (data.documents.length === 0) return <p className="text-sm text-muted">{t.noDocuments}</p>;
  return (
    <ul className="grid gap-4 text-sm">
      {data.documents.map(({ id, name, direction, state, createdAt }) => (
        <li key={id}>
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-muted">
            {t.describeDocument(t.directions[direction], t.documentStates[state])} ·{" "}
            <RelativeTime instant={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Updates({ referralId }: { referralId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.referrals.updates.list.queryOptions({ referralId, limit: 20 }));
  if (data === undefined) return null;
  if (data.updates.length === 0) return <p className="text-sm text-muted">{t.noUpdates}</p>;
  return (
    <ol className="grid gap-4 text-sm">
      {data.updates.map(({ id, by, phase, text, createdAt }) => (
        <li key={id}>
          <p className="flex flex-wrap gap-x-2">
            <span className="font-semibold">{phase === null ? t.sides[by] : nameValue(phase)}</span>
            <span className="text-muted">
              {phase !== null && `${t.sides[by]} · `}
              <RelativeTime instant={createdAt} />
            </span>
          </p>
          {text !== null && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
        </li>
      ))}
    </ol>
  );
}

function listDetails(referral: Referral): Facts {
  const { sentAt, expiresAt, acceptedAt, engagedOn, closedOn, outcome, statusReason, notes } = referral;
  const time = (label: string, instant: string | null): Facts =>
    instant === null ? [] : [[label, <RelativeTime key={label} instant={instant} />]];
  return [
    ...optional(t.originatingAttorney, referral.originatingAttorneyName),
    ...optional(t.handlingAttorney, referral.handlingAttorneyName),
    ...time(t.sent, sentAt),
    ...(isUnanswered(referral) ? time(t.expires, expiresAt) : []),
    ...time(t.accepted, acceptedAt),
    ...optional(t.engaged, day(engagedOn)),
    ...optional(t.closed, day(closedOn)),
    ...optional(t.outcome, value(outcome)),
    ...optional(t.nextUpdate, day(referral.nextUpdateDueOn)),
    ...optional(t.reason, statusReason === null ? null : nameValue(statusReason)),
    ...optional(t.notes, notes),
    ...time(t.changed, referral.updatedAt),
  ];
}
