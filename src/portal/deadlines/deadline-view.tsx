import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { nameValue } from "../exports/export-request.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { LaterDate } from "./later-dates.tsx";
import { deadlineView as t } from "./strings.ts";
import { formatDay, type Deadline, type Subject } from "./views.ts";

const DecisionDialog = later(() => import("./decision-dialog.tsx").then((file) => file.DecisionDialog));

export function DeadlineView({ deadlineId }: { deadlineId: string }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const found = useQuery(trpc.deadlines.get.queryOptions({ deadlineId }));
  const deadline = found.data?.deadline;
  return (
    <>
      <PageHeader title={deadline?.title ?? t.trail} trail={[{ label: t.trail, href: href("/deadlines") }]} />
      {deadline === undefined ? (
        <QueryFallback query={found} what={t.theDeadline} placeholder={<SkeletonTab />} />
      ) : (
        <Whole deadline={deadline} />
      )}
    </>
  );
}

const isOpen = ({ status }: Deadline) => status === "open" || status === "missed";

function Whole({ deadline }: { deadline: Deadline }) {
  const trpc = useTRPC();
  const [decided, setDecided] = useState<Subject | null>(null);
  const { data: obstacles } = useQuery(trpc.deadlines.obstacles.queryOptions({ deadlineId: deadline.id }));
  const isUnverified = isOpen(deadline) && deadline.verificationStatus !== "verified";
  return (
    <div className="grid gap-5">
      {isUnverified && (
        <Unverified deadline={deadline} obstacle={obstacles?.date} onVerify={() => setDecided("date")} />
      )}
      <Pending deadline={deadline} obstacles={obstacles} onDecide={setDecided} />
      <SectionCard title={t.details}>
        <DescriptionList facts={listFacts(deadline)} />
      </SectionCard>
      <Calculation deadline={deadline} />
      <History deadlineId={deadline.id} />
      {decided !== null && <DecisionDialog deadline={deadline} subject={decided} onClose={() => setDecided(null)} />}
    </div>
  );
}

type Obstacles = PortalOutputs["deadlines"]["obstacles"];

/** The button of who may decide; to others, why they may not. The server says which; until then, neither. */
function Decide({ obstacle, children }: { obstacle: Obstacles["date"] | undefined; children: ReactNode }) {
  if (obstacle === undefined) return null;
  return obstacle === null ? children : <p className="max-w-72 text-sm text-muted">{t.obstacles[obstacle]}</p>;
}

interface UnverifiedProps {
  deadline: Deadline;
  obstacle: Obstacles["date"] | undefined;
  onVerify: () => void;
}

/** The first thing of an unverified or disputed date: what counts until somebody verifies it, and the button that does. */
function Unverified({ deadline: { verificationStatus, effectiveOn }, obstacle, onVerify }: UnverifiedProps) {
  return (
    <Banner
      title={nameValue(verificationStatus)}
      actions={
        <Decide obstacle={obstacle}>
          <Button variant="primary" onClick={onVerify}>
            {t.verify}
          </Button>
        </Decide>
      }
    >
      {t.effectiveUntil(formatDay(effectiveOn))}
    </Banner>
  );
}

interface PendingProps {
  deadline: Deadline;
  obstacles: Obstacles | undefined;
  onDecide: (subject: Subject) => void;
}

/** What waits for a second person. */
function Pending({ deadline, obstacles, onDecide }: PendingProps) {
  const { pendingTransition, recalculation, calculation } = deadline;
  return (
    <>
      {pendingTransition !== null && (
        <Banner tone="warning" title={t.waits(nameValue(pendingTransition.toStatus).toLowerCase())}>
          {t.requestedBy(pendingTransition.requestedBy.name, pendingTransition.reason ?? "")}
          <Decide obstacle={obstacles?.transition}>
            <DecideButton label={t.decide} onDecide={() => onDecide("transition")} />
          </Decide>
        </Banner>
      )}
      {calculation?.warnings.includes("trigger_called_off") === true && isOpen(deadline) && (
        <Banner tone="warning" title={t.calledOff}>
          {t.calledOffHint}
        </Banner>
      )}
      {recalculation !== null && (
        <LaterDate
          deadline={{ ...deadline, recalculation }}
          onDecide={obstacles?.recalculation === null ? () => onDecide("recalculation") : null}
        />
      )}
    </>
  );
}

const DecideButton = ({ label, onDecide }: { label: string; onDecide: () => void }) => (
  <div className="mt-3">
    <Button size="sm" onClick={onDecide}>
      {label}
    </Button>
  </div>
);

function listFacts(deadline: Deadline): readonly (readonly [string, ReactNode])[] {
  const {
    case: { sequenceId, title },
    type,
    deadlineClass,
    dueOn,
    dueTime,
    timeZone,
    effectiveOn,
    actByOn,
    conservativeDueOn,
    status,
    verificationStatus,
    citation,
    rule,
    trigger,
  } = deadline;
  const optional = (label: string, value: string | null | undefined) =>
    value === null || value === undefined ? [] : [[label, value] as const];
  return [
    [t.case, [sequenceId, title].filter((part) => part !== null).join(" · ")],
    [t.type, `${nameValue(type)} (${t.classes[deadlineClass].toLowerCase()})`],
    [t.dueOn, t.at(formatDay(dueOn), dueTime === null ? t.endOfDay : formatTimeOfDay(dueTime), timeZone)],
    [verificationStatus === "verified" ? t.countsVerified : t.counts, formatDay(effectiveOn)],
    ...(actByOn === effectiveOn ? [] : [[t.actBy, t.actByHint(formatDay(actByOn))] as const]),
    ...(conservativeDueOn === null || conservativeDueOn === dueOn
      ? []
      : [[t.earliest, formatDay(conservativeDueOn)] as const]),
    [t.status, nameValue(status)],
    [t.verification, <StatusBadge key="verification" quiet status={verificationStatus} />],
    [t.setBy, describeSetBy(deadline)],
    ...optional(t.trigger, trigger === null ? null : `${nameValue(trigger.source)}, ${formatDay(trigger.on)}`),
    ...optional(t.service, describeService(deadline)),
    ...optional(t.rule, rule?.key),
    ...optional(t.citation, citation ?? rule?.citation),
    ...optional(t.tolled, listTolling(deadline)),
    ...optional(t.warnings, listWarnings(deadline)),
  ];
}

function describeSetBy({ setBy: { name, onBehalfOf } }: Deadline): string {
  return onBehalfOf === null ? name : t.onBehalfOf(name, `${onBehalfOf.firstName} ${onBehalfOf.lastName}`);
}

/** "By mail, 3 days (Tex. R. Civ. P. 21a(c)), rule not verified" */
function describeService({ serviceMethod, calculation }: Deadline): string | null {
  const { service = null } = calculation ?? {};
  if (service === null) return serviceMethod === null ? null : nameValue(serviceMethod);
  const { method, days, unit, citation, isVerified } = service;
  const added = unit === "court_days" ? t.courtDays(days) : t.serviceDays(days);
  return (
    t.serviceAdds(method === null ? t.asGiven : nameValue(method), added, citation) +
    (isVerified === false ? t.notVerified : "")
  );
}

const listTolling = ({ tolling }: Deadline) =>
  tolling.length === 0
    ? null
    : tolling
        .map(
          ({ basis, fromOn, toOn }) =>
            `${nameValue(basis)}: ${formatDay(fromOn)} – ${toOn === null ? "…" : formatDay(toOn)}`,
        )
        .join("; ");
const listWarnings = ({ calculation }: Deadline) =>
  calculation === null || calculation.warnings.length === 0 ? null : calculation.warnings.map(nameValue).join("; ");

function Calculation({ deadline: { calculation } }: { deadline: Deadline }) {
  return (
    <SectionCard
      title={t.steps}
      {...(calculation !== null &&
        calculation.skippedDays.length > 0 && { description: t.skipped(calculation.skippedDays.length) })}
    >
      {calculation === null ? <p className="text-sm text-muted">{t.noSteps}</p> : <Steps steps={calculation.steps} />}
    </SectionCard>
  );
}

type Step = NonNullable<Deadline["calculation"]>["steps"][number];

const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="grid list-decimal gap-2 pl-5 text-sm">
    {steps.map(({ text, on }) => (
      <li key={`${text} ${on}`} className="wrap-anywhere">
        {formatMessage(text)}
        {on !== null && <span className="text-muted">: {formatDay(on)}</span>}
      </li>
    ))}
  </ol>
);

const ChangeSteps = ({ steps }: { steps: readonly Step[] }) => (
  <details>
    <summary className="w-fit cursor-pointer text-muted">{t.steps}</summary>
    <div className="mt-2">
      <Steps steps={steps} />
    </div>
  </details>
);

function History({ deadlineId }: { deadlineId: string }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.deadlines.history.list.queryOptions({ deadlineId, sort: "newest", limit: 100 }));
  return (
    <SectionCard title={t.history}>
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.history} placeholder={<SkeletonTab />} />
      ) : (
        <ol className="grid gap-3 text-sm">
          {found.data.changes.map(({ id, kind, after, actor, at, reason }) => (
            <li key={id} className="grid gap-0.5">
              <span>{t.change(nameValue(kind), formatDay(after.effectiveOn))}</span>
              <span className="text-muted">
                {actor.name}, <RelativeTime instant={at} />
              </span>
              {reason !== null && <span className="wrap-anywhere">{reason}</span>}
              {after.steps.length > 0 && <ChangeSteps steps={after.steps} />}
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  );
}
