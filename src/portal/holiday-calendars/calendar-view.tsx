import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { describeRule } from "./describe-rule.ts";
import { calendarView as t } from "./strings.ts";
import { useInvalidateCalendars, type Calendar } from "./views.ts";

const CourtDialog = later(() => import("./court-dialog.tsx").then((file) => file.CourtDialog));
const DifferencesDialog = later(() => import("./differences-dialog.tsx").then((file) => file.DifferencesDialog));
const VerifyDialog = later(() => import("./calendar-dialogs.tsx").then((file) => file.VerifyDialog));
const ExceptionDialog = later(() => import("./calendar-dialogs.tsx").then((file) => file.ExceptionDialog));

export function CalendarView({ calendarId }: { calendarId: string }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.holidayCalendars.get.queryOptions({ calendarId }));
  if (found.data === undefined)
    return <QueryFallback query={found} what={t.theCalendar} placeholder={<SkeletonTab />} />;
  const calendar = found.data.holidayCalendar;
  return (
    <div className="grid max-w-4xl gap-5">
      <Facts calendar={calendar} />
      <YearView calendarId={calendarId} />
      <Exceptions calendar={calendar} />
      <Rules calendar={calendar} />
    </div>
  );
}

function Facts({ calendar }: { calendar: Calendar }) {
  const {
    id,
    name,
    kind,
    jurisdiction,
    verificationStatus,
    verifiedThroughOn,
    verifiedBy,
    verificationNote,
    isBusinessCalendar,
    counties,
    isDefault,
  } = calendar;
  const { can } = useOrganization();
  return (
    <SectionCard
      title={name}
      actions={id !== null && can("organization:manage") && <Actions calendarId={id} calendar={calendar} />}
    >
      {verificationStatus === "unverified" && (
        <Banner tone="warning" title={t.checkFirst} className="mb-5">
          {id === null ? t.shippedHint : t.unverifiedHint}
        </Banner>
      )}
      {id !== null && calendar.templateDifferences.length > 0 && <Differences calendarId={id} calendar={calendar} />}
      <DescriptionList
        facts={[
          [t.status, <StatusBadge key="status" status={verificationStatus} />],
          ...(verifiedBy === null
            ? []
            : [
                [
                  t.verifiedBy,
                  t.verifiedThrough(`${verifiedBy.firstName} ${verifiedBy.lastName}`, verifiedThroughOn ?? ""),
                ] as const,
              ]),
          ...(verificationNote === null ? [] : [[t.note, verificationNote] as const]),
          [t.kind, t.kinds[kind]],
          [t.jurisdiction, jurisdiction ?? t.none],
          ...(kind === "court"
            ? [
                [t.counties, counties.length === 0 ? t.allCounties : counties.join(", ")] as const,
                [t.isDefault, isDefault ? t.yes : t.no] as const,
              ]
            : []),
          [t.businessCalendar, isBusinessCalendar ? t.yes : t.no],
        ]}
      />
    </SectionCard>
  );
}

function Differences({ calendarId, calendar }: { calendarId: string; calendar: Calendar }) {
  const { can } = useOrganization();
  const [isOpen, setOpen] = useState(false);
  const view = can("organization:manage") && (
    <Button size="sm" onClick={() => setOpen(true)}>
      {t.viewDifferences}
    </Button>
  );
  return (
    <>
      <Banner tone="warning" title={t.differs(calendar.templateDifferences.length)} className="mb-5" actions={view}>
        {t.differsHint}
      </Banner>
      {isOpen && <DifferencesDialog calendarId={calendarId} calendar={calendar} onClose={() => setOpen(false)} />}
    </>
  );
}

function Actions({ calendarId, calendar }: { calendarId: string; calendar: Calendar }) {
  const { name, kind, jurisdiction, isBusinessCalendar } = calendar;
  const [open, setOpen] = useState<"verify" | "court" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen("verify")}>
        {t.verifyCalendar}
      </Button>
      {kind === "business" && !isBusinessCalendar && <ChooseButton calendarId={calendarId} name={name} />}
      {kind === "court" && jurisdiction !== null && (
        <Button size="sm" onClick={() => setOpen("court")}>
          {t.editCourt}
        </Button>
      )}
      {!isBusinessCalendar && (
        <Button size="sm" variant="danger-quiet" onClick={() => setOpen("delete")}>
          {t.deleteCalendar}
        </Button>
      )}
      {open === "verify" && <VerifyDialog calendarId={calendarId} name={name} onClose={close} />}
      {open === "court" && <CourtDialog calendarId={calendarId} calendar={calendar} onClose={close} />}
      {open === "delete" && <DeleteCalendar calendarId={calendarId} name={name} onClose={close} />}
    </>
  );
}

function ChooseButton({ calendarId, name }: { calendarId: string; name: string }) {
  const trpc = useTRPC();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.organization.update.mutationOptions(), {
    successMessage: () => t.wasChosen(name),
    invalidate,
  });
  return (
    <Button size="sm" busy={mutation.isPending} onClick={() => mutation.mutate({ holidayCalendarId: calendarId })}>
      {t.forBusinessDays}
    </Button>
  );
}

function DeleteCalendar({ calendarId, name, onClose }: { calendarId: string; name: string; onClose: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { href } = useOrganization();
  const invalidate = useInvalidateCalendars();
  const leave = () => router.replace(href("/settings/holiday-calendars"));
  const mutation = useChange(trpc.holidayCalendars.delete.mutationOptions(), {
    successMessage: () => t.wasDeleted(name),
    onSuccess: leave,
    onRejected: null,
    invalidate,
  });
  return (
    <DeleteDialog
      noun={t.noun}
      name={name}
      mutation={mutation}
      onDelete={() => mutation.mutate({ calendarId })}
      onClose={onClose}
    >
      {t.deletionConsequence}
    </DeleteDialog>
  );
}

const weekdayOf = (on: string) =>
  new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" }).format(new Date(`${on}T00:00:00Z`));

/** The closed days of a year, as the calendar calculates them. */
function YearView({ calendarId }: { calendarId: string }) {
  const trpc = useTRPC();
  const [thisYear] = useState(() => new Date().getUTCFullYear());
  const [year, setYear] = useState(thisYear);
  const found = useQuery(
    trpc.holidayCalendars.days.list.queryOptions({ calendarId, from: `${year}-01-01`, to: `${year}-12-31` }),
  );
  const choice = (
    <Select aria-label={t.year} value={year} onChange={({ target }) => setYear(Number(target.value))}>
      <Options of={[-1, 0, 1, 2, 3, 4].map((ahead) => [thisYear + ahead, String(thisYear + ahead)])} />
    </Select>
  );
  return (
    <SectionCard title={t.daysOf(year)} actions={choice}>
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.days} placeholder={<SkeletonTab />} />
      ) : (
        <ul className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
          {found.data.days.map(({ on, name, isObserved, isDoubtful, counts, type }) => (
            <li key={on} className="flex gap-3">
              <span className="shrink-0 tabular-nums text-muted">
                {weekdayOf(on)} {on}
              </span>
              <span className="wrap-anywhere">
                {name}
                {isObserved && ` (${t.observed})`}
                {isDoubtful && ` (${t.doubtful})`}
                {counts === "forward_only" && ` (${t.forwardOnly})`}
                {type !== "closed" && ` (${t[type]})`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function Exceptions({ calendar }: { calendar: Calendar }) {
  const { id, exceptions } = calendar;
  const { can } = useOrganization();
  const trpc = useTRPC();
  const [isAdding, setAdding] = useState(false);
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.update.mutationOptions(), {
    successMessage: () => t.exceptionRemoved,
    invalidate,
  });
  const isManager = id !== null && can("organization:manage");
  return (
    <SectionCard
      title={t.exceptions}
      description={t.exceptionsDescription}
      actions={
        isManager && (
          <Button size="sm" onClick={() => setAdding(true)}>
            {t.addException}
          </Button>
        )
      }
    >
      {exceptions.length === 0 ? (
        <p className="text-sm text-muted">{t.noExceptions}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {exceptions.map(({ on, name, type }) => (
            <li key={on} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="tabular-nums text-muted">
                {weekdayOf(on)} {on}
              </span>
              <span className="wrap-anywhere">
                {name} ({t[type]})
              </span>
              {isManager && (
                <Button
                  size="sm"
                  variant="danger-quiet"
                  busy={mutation.isPending}
                  onClick={() =>
                    mutation.mutate({ calendarId: id, exceptions: exceptions.filter((other) => other.on !== on) })
                  }
                >
                  {t.remove}
                  <span className="sr-only">
                    {" "}
                    {name}, {on}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <ExceptionDialog calendar={calendar} onClose={() => setAdding(false)} />}
    </SectionCard>
  );
}

function Rules({ calendar: { rules } }: { calendar: Calendar }) {
  return (
    <SectionCard title={t.rules} description={t.rulesDescription}>
      <DescriptionList
        facts={rules.map((rule) => [
          rule.name,
          <span key={rule.key} className="grid gap-0.5">
            <span>{describeRule(rule)}</span>
            <span className="text-muted">{rule.citation ?? t.own}</span>
          </span>,
        ])}
      />
    </SectionCard>
  );
}
