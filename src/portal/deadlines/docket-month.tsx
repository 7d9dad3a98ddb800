import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { useTRPC, type PortalInputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { formatTime } from "../ui/format.ts";
import { findToday } from "../ui/today.ts";
import { keyOf, listWeeks, shiftMonth, urgencyOfEntry, type DocketMonth as Month, type Entry } from "./agenda.ts";
import { EntryName } from "./entry-line.tsx";
import { docketMonth as t, docketTab } from "./strings.ts";
import { Urgent } from "../ui/urgency.tsx";

interface DocketMonthProps {
  scope: PortalInputs["docket"]["month"]["scope"];
  choices: ReactNode;
  print: ReactNode;
}

const monthOf = (day: string) => day.slice(0, 7);
const nameMonth = (month: string) =>
  formatTime(`${month}-01T00:00:00Z`, { month: "long", year: "numeric", timeZone: "UTC" });
const nameWeekday = (index: number, weekday: "short" | "long") =>
  // 2023-01-01 is a Sunday.
  formatTime(Date.UTC(2023, 0, 1 + index), { weekday, timeZone: "UTC" });

const weekdays = Array.from({ length: 7 }, (_, index) => nameWeekday(index, "long"));

/** A month of the docket as a calendar, which prints on one page. */
export function DocketMonth({ scope, choices, print }: DocketMonthProps) {
  const trpc = useTRPC();
  const { timezone } = useOrganization();
  const [month, setMonth] = useState(() => monthOf(findToday(timezone)));
  const found = useQuery(trpc.docket.month.queryOptions({ scope, month }));
  const tools = (
    <div className="flex flex-wrap gap-2 print:hidden">
      {choices}
      <Button size="icon" aria-label={t.previous} onClick={() => setMonth(shiftMonth(month, -1))}>
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <Button size="icon" aria-label={t.next} onClick={() => setMonth(shiftMonth(month, 1))}>
        <ChevronRight aria-hidden className="size-4" />
      </Button>
      {found.data !== undefined && monthOf(found.data.today) !== month && (
        <Button onClick={() => setMonth(monthOf(found.data.today))}>{t.thisMonth}</Button>
      )}
      {print}
    </div>
  );
  return (
    <SectionCard title={nameMonth(month)} actions={tools} {...(found.data?.isCut === true && { description: t.isCut })}>
      {found.data === undefined ? (
        <QueryFallback query={found} what={docketTab.what} placeholder={<Skeleton className="h-96" />} />
      ) : (
        <Grid month={month} docket={found.data} />
      )}
    </SectionCard>
  );
}

function Grid({ month, docket }: { month: string; docket: Month }) {
  const ofDays = Map.groupBy(docket.entries, ({ date }) => date);
  const closed = new Map(docket.closedDays.map(({ on, name }) => [on, docketTab.closed(name)]));
  return (
    <table className="docket-month w-full table-fixed border-collapse text-sm max-sm:block">
      <caption className="sr-only">{t.calendar(nameMonth(month))}</caption>
      <thead className="max-sm:sr-only">
        <tr>
          {weekdays.map((name, index) => (
            <th key={name} scope="col" className="border border-line bg-sunken px-2 py-1.5 text-left text-[0.8125rem]">
              <abbr title={name} className="no-underline">
                {nameWeekday(index, "short")}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {listWeeks(month).map((week) => (
          <tr key={week.find((on) => on !== null)} className="max-sm:block">
            {week.map((on, index) =>
              on === null ? (
                <td key={weekdays[index]} className="border border-line bg-sunken max-sm:hidden">
                  <span className="sr-only">{t.otherMonth}</span>
                </td>
              ) : (
                <Day
                  key={on}
                  on={on}
                  closedBy={closed.get(on) ?? null}
                  entries={ofDays.get(on) ?? []}
                  today={docket.today}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  on: string;
  /** A holiday's name, or that it is a weekend; null for an open day. */
  closedBy: string | null;
  entries: readonly Entry[];
  today: string;
}

/** On a phone a day without an entry is left out. */
function Day({ on, closedBy, entries, today }: DayProps) {
  const label = formatTime(`${on}T00:00:00Z`, { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
  return (
    <td
      className={cn(
        "h-24 border border-line p-1.5 align-top max-sm:block max-sm:h-auto",
        closedBy !== null && "bg-sunken",
        entries.length === 0 && "max-sm:hidden",
      )}
    >
      <p className="mb-1 flex items-baseline gap-1.5 text-[0.8125rem] text-muted">
        <time
          dateTime={on}
          aria-label={label}
          className={cn(on === today && "rounded-full bg-accent px-1.5 font-semibold text-on-accent")}
        >
          {Number(on.slice(8))}
        </time>
        {closedBy !== null && <span className="truncate text-xs">{closedBy}</span>}
      </p>
      <ul className="grid gap-1">
        {entries.map((entry) => (
          <li key={keyOf(entry)} className="relative text-[0.8125rem] leading-snug wrap-anywhere">
            <Urgent urgency={urgencyOfEntry(entry, today)}>
              <span>
                {entry.time !== null && <span className="tabular-nums">{formatTimeOfDay(entry.time)} </span>}
                <EntryName entry={entry} />
              </span>
            </Urgent>
          </li>
        ))}
      </ul>
    </td>
  );
}
