import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { addDays } from "../ui/calendar-days.ts";
import { SectionCard } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { groupByDay, keyOf, type Docket, type Entry } from "./agenda.ts";
import { EntryLine } from "./entry-line.tsx";
import { docketTab as t } from "./strings.ts";
import { formatDay } from "./views.ts";

const DocketMonth = later(() => import("./docket-month.tsx").then((file) => file.DocketMonth));

type Scope = keyof typeof t.scopes;
type View = keyof typeof t.views;
const scopes = Object.keys(t.scopes) as Scope[];
const views = Object.keys(t.views) as View[];
const days = ["7", "14", "30", "60"] as const;

/** The daily docket that is mailed, with titles, to read and to print: by day, or as a month. */
export function DocketTab() {
  const [scope, setScope] = useState<Scope>("own");
  const [view, setView] = useState<View>("agenda");
  const choices = (
    <>
      <OneOf aria-label={t.view} values={views} name={(each) => t.views[each]} value={view} onChange={setView} />
      <OneOf aria-label={t.whose} values={scopes} name={(each) => t.scopes[each]} value={scope} onChange={setScope} />
    </>
  );
  const print = (
    <Button onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      {t.print}
    </Button>
  );
  if (view === "month") return <DocketMonth scope={scope} choices={choices} print={print} />;
  return <Agenda scope={scope} choices={choices} print={print} />;
}

interface AgendaProps {
  scope: Scope;
  choices: ReactNode;
  print: ReactNode;
}

function Agenda({ scope, choices, print }: AgendaProps) {
  const trpc = useTRPC();
  const [length, setLength] = useState<(typeof days)[number]>("14");
  const docket = useQuery(trpc.docket.read.queryOptions({ scope, days: Number(length) }));
  const tools = (
    <div className="flex flex-wrap gap-2 print:hidden">
      {choices}
      <OneOf aria-label={t.howLong} values={days} name={t.days} value={length} onChange={setLength} />
      {print}
    </div>
  );
  if (docket.data === undefined)
    return <QueryFallback query={docket} what={t.what} placeholder={<Skeleton className="h-56" />} />;
  return <AgendaDays docket={docket.data} tools={tools} />;
}

function AgendaDays({ docket, tools }: { docket: Docket; tools: ReactNode }) {
  const { overdue, entries, through, isCut } = docket;
  return (
    <SectionCard title={t.ahead(formatDay(through))} description={isCut ? t.isCut : t.description} actions={tools}>
      {overdue.length === 0 && entries.length === 0 ? (
        <EmptyState icon={CalendarCheck} title={t.nothing}>
          {t.nothingHint}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {overdue.length > 0 && (
            <Day
              title={<span className="text-danger">{t.overdue(overdue.length)}</span>}
              entries={overdue}
              of={docket}
            />
          )}
          {groupByDay(entries).map(([on, ofDay]) => (
            <Day key={on} title={nameDay(on, docket.today)} entries={ofDay} of={docket} />
          ))}
        </div>
      )}
    </SectionCard>
  );
}

function Day({ title, entries, of }: { title: ReactNode; entries: readonly Entry[]; of: Docket }) {
  return (
    <section className="break-inside-avoid">
      <h3 className="border-b border-line pb-1.5 text-sm font-semibold">{title}</h3>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <EntryLine key={keyOf(entry)} entry={entry} docket={of} />
        ))}
      </ul>
    </section>
  );
}

function nameDay(on: string, today: string): string {
  if (on === today) return t.today(formatDay(on));
  return on === addDays(today, 1) ? t.tomorrow(formatDay(on)) : formatDay(on);
}
