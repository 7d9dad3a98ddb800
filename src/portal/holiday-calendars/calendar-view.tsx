import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { formatDay } from "../deadlines/views.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { describeRule } from "./describe-rule.ts";
import { calendarsScreen, calendarView as t } from "./strings.ts";
import { isSaved, useInvalidateCalendars, type Calendar, type SavedCalendar } from "./views.ts";

const CourtDialog = later(() => import("./court-dialog.tsx").then((file) => file.CourtDialog));
const DifferencesDialog = later(() => import("./differences-dialog.tsx").then((file) => file.DifferencesDialog));
const VerifyDialog = later(() => import("./calendar-dialogs.tsx").then((file) => file.VerifyDialog));
const ExceptionDialog = later(() => import("./calendar-dialogs.tsx").then((file) => file.ExceptionDialog));

export function CalendarView({ calendarId }: { calendarId: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.holidayCalendars.get.queryOptions({ calendarId }));
  const { href } = useOrganization();
  const calendar = query.data?.holidayCalendar;
  return (
    <>
      <PageHeader
        title={calendar?.name ?? calendarsScreen.title}
        trail={[{ label: calendarsScreen.title, href: href("/settings/holiday-calendars") }]}
      />
      {calendar === undefined ? (
        <QueryFallback query={query} what={t.theCalendar} placeholder={<SkeletonTab />} />
      ) : (
        <div className="grid gap-5">
          <CalendarSummary calendar={calendar} />
          <YearView calendarId={calendarId} />
          <Exceptions calendar={calendar} />
          <Rules calendar={calendar} />
        </div>
      )}
    </>
  );
}

type Fact = readonly [string, ReactNode];

function listFacts({
  kind,
  jurisdiction,
  verificationStatus,
  verifiedThroughOn,
  verifiedBy,
  verificationNote,
  isBusinessCalendar,
  counties,
  isDefault,
}: Calendar): Fact[] {
  const facts: Fact[] = [[t.status, <StatusBadge key="status" status={verificationStatus} />]];
  if (verifiedBy !== null) {
    const verifier = `${verifiedBy.firstName} ${verifiedBy.lastName}`;
    facts.push([
      t.verifiedBy,
      t.verifiedThrough(verifier, verifiedThroughOn === null ? "" : formatDay(verifiedThroughOn)),
    ]);
  }
  if (verificationNote !== null) facts.push([t.note, verificationNote]);
  facts.push([t.kind, t.kinds[kind]], [t.jurisdiction, jurisdiction ?? t.none]);
  if (kind === "court")
    facts.push(
      [t.counties, counties.length === 0 ? t.allCounties : counties.join(", ")],
      [t.isDefault, isDefault ? t.yes : t.no],
    );
  facts.push([t.businessCalendar, isBusinessCalendar ? t.yes : t.no]);
  return facts;
}

function CalendarSummary({ calendar }: { calendar: Calendar }) {
  const { can } = useOrganization();
  return (
    <SectionCard
      title={t.details}
      actions={isSaved(calendar) && can("organization:manage") && <Actions calendar={calendar} />}
    >
      {calendar.verificationStatus === "unverified" && (
        <Banner tone="warning" title={t.checkFirst} className="mb-5">
          {isSaved(calendar) ? t.unverifiedHint : t.shippedHint}
        </Banner>
      )}
      {isSaved(calendar) && calendar.templateDifferences.length > 0 && <Differences calendar={calendar} />}
      <DescriptionList facts={listFacts(calendar)} />
    </SectionCard>
  );
}

function Differences({ calendar }: { calendar: SavedCalendar }) {
  const { can } = useOrganization();
  const [isOpen, setOpen] = useState(false);
  const viewButton = can("organization:manage") && (
    <Button size="sm" onClick={() => setOpen(true)}>
      {t.viewDifferences}
    </Button>
  );
  return (
    <>
      <Banner
        tone="warning"
        title={t.differs(calendar.templateDifferences.length)}
        className="mb-5"
        actions={viewButton}
      >
        {t.differsHint}
      </Banner>
      {isOpen && <DifferencesDialog calendar={calendar} onClose={() => setOpen(false)} />}
    </>
  );
}

function Actions({ calendar }: { calendar: SavedCalendar }) {
  const { kind, jurisdiction, isBusinessCalendar } = calendar;
  const [open, setOpen] = useState<"verify" | "court" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen("verify")}>
        {t.verifyCalendar}
      </Button>
      {kind === "business" && !isBusinessCalendar && <UseForBusinessDaysButton calendar={calendar} />}
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
      {open === "verify" && <VerifyDialog calendar={calendar} onClose={close} />}
      {open === "court" && <CourtDialog calendar={calendar} onClose={close} />}
      {open === "delete" && <DeleteCalendar calendar={calendar} onClose={close} />}
    </>
  );
}

function UseForBusinessDaysButton({ calendar: { id, name } }: { calendar: SavedCalendar }) {
  const trpc = useTRPC();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.organization.update.mutationOptions(), {
    successMessage: () => t.isUsedForBusinessDays(name),
    invalidate,
  });
  return (
    <Button size="sm" busy={mutation.isPending} onClick={() => mutation.mutate({ holidayCalendarId: id })}>
      {t.chooseForBusinessDays}
    </Button>
  );
}

function DeleteCalendar({ calendar: { id, name }, onClose }: { calendar: SavedCalendar; onClose: () => void }) {
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
      onDelete={() => mutation.mutate({ calendarId: id })}
      onClose={onClose}
    >
      {t.deletionConsequence}
    </DeleteDialog>
  );
}

/** The closed days of a year, as the calendar calculates them. */
function YearView({ calendarId }: { calendarId: string }) {
  const trpc = useTRPC();
  const [thisYear] = useState(() => new Date().getUTCFullYear());
  const [year, setYear] = useState(thisYear);
  const query = useQuery(
    trpc.holidayCalendars.days.list.queryOptions({ calendarId, from: `${year}-01-01`, to: `${year}-12-31` }),
  );
  const yearSelect = (
    <Select aria-label={t.year} value={year} onChange={({ target }) => setYear(Number(target.value))}>
      <Options of={[-1, 0, 1, 2, 3, 4].map((ahead) => [thisYear + ahead, String(thisYear + ahead)])} />
    </Select>
  );
  return (
    <SectionCard title={t.daysOf(year)} actions={yearSelect}>
      {query.data === undefined ? (
        <QueryFallback query={query} what={t.days} placeholder={<SkeletonTab />} />
      ) : (
        <ul className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
          {query.data.days.map(({ on, name, isObserved, isDoubtful, counts, type }) => (
            <li key={on} className="flex gap-3">
              <span className="w-34 shrink-0 tabular-nums text-muted">{formatDay(on)}</span>
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
  const { exceptions } = calendar;
  const { can } = useOrganization();
  const trpc = useTRPC();
  const [isAdding, setAdding] = useState(false);
  const [removedOn, setRemovedOn] = useState<string | null>(null);
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.update.mutationOptions(), {
    successMessage: () => t.exceptionRemoved,
    invalidate,
  });
  const changeable = isSaved(calendar) && can("organization:manage") ? calendar : null;
  const remove = ({ id, revision }: SavedCalendar, on: string) => {
    setRemovedOn(on);
    mutation.mutate({
      calendarId: id,
      // The list is replaced as a whole: another member's change is not to be lost.
      expectedRevision: revision,
      exceptions: exceptions.filter((exception) => exception.on !== on),
    });
  };
  return (
    <SectionCard
      title={t.exceptions}
      description={t.exceptionsDescription}
      actions={
        changeable !== null && (
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
              <span className="tabular-nums text-muted">{formatDay(on)}</span>
              <span className="wrap-anywhere">
                {name} ({t[type]})
              </span>
              {changeable !== null && (
                <Button
                  size="sm"
                  variant="danger-quiet"
                  busy={mutation.isPending && removedOn === on}
                  disabled={mutation.isPending && removedOn !== on}
                  onClick={() => remove(changeable, on)}
                >
                  {t.remove}
                  <span className="sr-only">
                    {" "}
                    {name}, {formatDay(on)}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && changeable !== null && <ExceptionDialog calendar={changeable} onClose={() => setAdding(false)} />}
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
