import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { nameValue } from "../exports/export-request.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { PlainLink } from "../ui/link.tsx";
import { docketTab as t } from "./strings.ts";
import { formatDay } from "./views.ts";

type Docket = PortalOutputs["docket"]["read"];
type Entry = Docket["entries"][number];
type Scope = keyof typeof t.scopes;

const days = ["7", "14", "30", "60"] as const;

/** The daily docket that is mailed, with titles, to read and to print. */
export function DocketTab() {
  const trpc = useTRPC();
  const [scope, setScope] = useState<Scope>("own");
  const [length, setLength] = useState<(typeof days)[number]>("14");
  const docket = useQuery(trpc.docket.read.queryOptions({ scope, days: Number(length) }));
  const scopes = Object.keys(t.scopes) as Scope[];
  const choices = (
    <div className="flex flex-wrap gap-2 print:hidden">
      <OneOf aria-label={t.whose} values={scopes} name={(each) => t.scopes[each]} value={scope} onChange={setScope} />
      <OneOf aria-label={t.howLong} values={days} name={t.days} value={length} onChange={setLength} />
      <Button onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" />
        {t.print}
      </Button>
    </div>
  );
  if (docket.data === undefined)
    return <QueryFallback query={docket} what={t.what} placeholder={<Skeleton className="h-56" />} />;
  return <DocketTables docket={docket.data} choices={choices} />;
}

function DocketTables({
  docket: { overdue, entries, through, timeZone, isCut },
  choices,
}: {
  docket: Docket;
  choices: ReactNode;
}) {
  return (
    <>
      <SectionCard title={t.ahead(formatDay(through))} description={isCut ? t.isCut : t.description} actions={choices}>
        {entries.length === 0 ? (
          <EmptyState icon={CalendarCheck} title={t.nothing}>
            {t.nothingHint}
          </EmptyState>
        ) : (
          <EntryTable name="ahead" caption={t.ahead(formatDay(through))} entries={entries} timeZone={timeZone} />
        )}
      </SectionCard>
      {overdue.length > 0 && (
        <SectionCard title={t.overdue} className="order-first">
          <EntryTable name="overdue" caption={t.overdue} entries={overdue} timeZone={timeZone} />
        </SectionCard>
      )}
    </>
  );
}

interface EntryTableProps {
  name: string;
  caption: string;
  entries: readonly Entry[];
  /** The organization's time zone; a time in another zone names it. */
  timeZone: string;
}

function EntryTable({ name, caption, entries, timeZone }: EntryTableProps) {
  const { href } = useOrganization();
  return (
    <DataTable
      name={`docket-${name}`}
      caption={caption}
      rows={entries}
      keyOf={({ deadline, event }) => deadline?.id ?? `${event?.eventId} ${event?.occurrenceOn}`}
      columns={[
        {
          label: t.entry,
          render: (entry) =>
            entry.deadline === null ? (
              nameEntry(entry)
            ) : (
              <PlainLink href={href(`/deadlines?deadline=${entry.deadline.id}`)}>{nameEntry(entry)}</PlainLink>
            ),
          text: nameEntry,
        },
        { label: t.date, render: (entry) => describeDate(entry, timeZone), text: ({ date }) => date },
        { label: t.actBy, render: describeActBy, text: ({ deadline }) => deadline?.actByOn ?? null },
        {
          label: t.case,
          render: ({ case: matter }) => matter?.sequenceId ?? t.none,
          text: ({ case: matter }) => matter?.sequenceId ?? null,
        },
        { label: t.status, render: describeStatus, text: describeStatus },
      ]}
    />
  );
}

const nameEntry = ({ deadline, event }: Entry) => deadline?.title ?? event?.title ?? t.none;

function describeDate({ date, time, timeZone }: Entry, ofFirm: string): string {
  if (time === null) return formatDay(date);
  return timeZone === ofFirm ? t.atTime(formatDay(date), time) : t.at(formatDay(date), time, timeZone);
}

/** The last open day, where it is not the date itself. */
const describeActBy = ({ deadline }: Entry) =>
  deadline === null || deadline.actByOn === deadline.effectiveOn ? t.none : formatDay(deadline.actByOn);

function describeStatus({ deadline, event }: Entry): string {
  if (deadline === null) return event === null ? t.none : nameValue(event.type ?? "private");
  const { recalculation, status, verificationStatus } = deadline;
  return [
    ...(status === "missed" ? [nameValue(status)] : []),
    nameStatus(verificationStatus),
    ...(recalculation === null ? [] : [t.proposed(formatDay(recalculation.proposedOn))]),
  ].join(", ");
}
