import { ChartColumn, FileDown, SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import { readError } from "../../client/portal-error.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading, Skeleton } from "../../ui/feedback/skeleton.tsx";
import { ChartCard } from "./chart-card.tsx";
import { chooseChart } from "./choose-chart.ts";
import { ExportBanner } from "../export-banner.tsx";
import { ExportMenu, type ReportExport } from "../export-menu.tsx";
import { writeInstant } from "./format-value.ts";
import type { Values } from "./parameter-values.ts";
import type { RunChoice, Sort } from "../report-query.ts";
import type { RunColumn, RunPage, RunValue, WholeReport } from "../report-types.ts";
import { joinList } from "../../ui/join-list.ts";
import { ResultTable } from "./result-table.tsx";
import { describeRunRejection } from "./run-rejection.ts";
import { runResult as t } from "./strings.ts";
import { useRun, type Narrowing, type Run } from "./use-run.ts";

interface RunResultProps {
  report: WholeReport;
  run: Run;
  /** What was run. */
  values: Values;
  choice: RunChoice;
  /** The rows that somebody chose in the chart; null for all. */
  narrowing: Narrowing | null;
  onNarrow: (narrowing: Narrowing | null) => void;
  /** Whether the URL requests a run and all parameters are set. */
  isRequested: boolean;
  /** The chosen or default sort; null for none. */
  sort: Sort | null;
  onSort: (column: string) => void;
  write: (value: RunValue, column: RunColumn) => string;
  file: ReportExport;
}

export function RunResult(props: RunResultProps) {
  const { report, run, isRequested, file } = props;
  const { list } = run;
  if (!isRequested) return <Before report={report} />;
  if (list.data === undefined) {
    return list.error === null ? (
      <Running />
    ) : (
      <div className="grid gap-4">
        <RejectionBanner error={list.error} run={run} file={file} />
        <ExportBanner {...file} />
      </div>
    );
  }
  const [first] = list.data.pages;
  return first === undefined ? (
    <Running />
  ) : (
    <Came {...props} pages={list.data.pages} last={list.data.pages.at(-1) ?? first} />
  );
}

function Came(props: RunResultProps & { pages: readonly RunPage[]; last: RunPage }) {
  const { report, run, narrowing, onNarrow, write, file, pages, last } = props;
  const { list } = run;
  const rows = pages.flatMap((page) => page.rows);
  const chart = chooseChart(report.definition, report.columns);
  const drawn = pages[0]?.chart ?? null;
  const isOverSeveral = last.organizations.length > 1;
  return (
    <section
      aria-label={t.result}
      aria-busy={list.isPlaceholderData}
      className={cn(
        "grid grid-cols-[minmax(0,1fr)] gap-6",
        list.isPlaceholderData && "opacity-60 transition-opacity delay-150",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output className="block min-w-0 flex-1 basis-72 text-sm text-muted">
          <TellRun page={last} count={rows.length} />
        </output>
        <ExportMenu {...file} isOverSeveral={isOverSeveral} />
      </div>
      <ExportBanner {...file} />
      {rows.length === 0 ? (
        <EmptyState icon={SearchX} title={t.noMatchingRecords}>
          {t.noRecordsMatch(isOverSeveral)}
        </EmptyState>
      ) : (
        <>
          {chart !== null && drawn !== null && (
            <ChartCard
              chart={chart}
              result={drawn}
              organizations={last.organizations}
              write={write}
              onOpen={onNarrow}
            />
          )}
          {narrowing === null ? (
            <Rows {...props} pages={pages} last={last} />
          ) : (
            <NarrowedRows
              key={JSON.stringify([narrowing.column.key, narrowing.value])}
              {...props}
              narrowing={narrowing}
            />
          )}
        </>
      )}
    </section>
  );
}

/** The rows of a run, or of a part of it. */
function Rows({
  report,
  run,
  sort,
  onSort,
  write,
  file,
  pages,
  last,
}: RunResultProps & { pages: readonly RunPage[]; last: RunPage }) {
  const { list } = run;
  const rows = pages.flatMap((page) => page.rows);
  return (
    <div>
      <ResultTable
        caption={t.rowsOf(report.name)}
        columns={last.columns}
        rows={rows}
        totals={last.totals}
        organizations={last.organizations}
        sort={sort}
        onSort={onSort}
        write={write}
      />
      <LoadMore {...list} nouns={t.nouns} count={rows.length} />
      {list.isFetchNextPageError && <RejectionBanner error={list.error} run={run} file={file} />}
    </div>
  );
}

/**
 * The rows of a point of the chart, with the way back to all. It gets the focus, which brings it into view. Another
 * point is another component: a run keeps its former rows until the next came, which under this caption were wrong.
 */
function NarrowedRows(props: RunResultProps & { narrowing: Narrowing }) {
  const { report, values, choice, isRequested, narrowing, onNarrow, file } = props;
  const narrowed = useRun(report, values, { ...choice, only: narrowing }, isRequested);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const { data, error } = narrowed.list;
  const last = data?.pages.at(-1);
  const count = data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const rows = last === undefined ? "…" : `${t.rows(count)}${last.nextCursor === null ? "" : t.soFar}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="text-sm font-semibold wrap-anywhere">
          {t.onlyRows(narrowing.column.label, narrowing.label, rows)}
        </output>
        <Button ref={back} size="sm" onClick={() => onNarrow(null)}>
          {t.showAllRows}
        </Button>
      </div>
      {error !== null && last === undefined && <RejectionBanner error={error} run={narrowed} file={file} />}
      {error === null && last === undefined && <Skeleton className="h-64 rounded-lg" />}
      {data !== undefined && last !== undefined && <Rows {...props} run={narrowed} pages={data.pages} last={last} />}
    </div>
  );
}

function TellRun({ page, count }: { page: RunPage; count: number }) {
  const { timezone } = useOrganization();
  const { generatedAt, organizations, nextCursor } = page;
  const rows = `${t.rows(count)}${nextCursor === null ? "" : t.soFar}`;
  return (
    <>
      <strong className="font-semibold text-text">{rows}</strong>
      {t.asOf(
        organizations.length > 0 &&
          t.ofOffices(
            organizations.length,
            joinList(organizations.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))),
          ),
        <time dateTime={generatedAt}>{writeInstant(generatedAt, timezone)}</time>,
      )}
    </>
  );
}

function Before({ report }: { report: WholeReport }) {
  return (
    <EmptyState icon={ChartColumn} title={t.notRunYet}>
      <p>{t.runReportOnCurrent}</p>
      <p className="mt-1 font-medium text-text">{report.columns.map(({ label }) => label).join(" · ")}</p>
    </EmptyState>
  );
}

function Running() {
  return (
    <div className="grid gap-6">
      <Loading what={t.runningReport} />
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

function RejectionBanner({ error, run, file }: { error: unknown; run: Run; file: ReportExport }) {
  const { can } = useOrganization();
  const { kind, title, text } = describeRunRejection(readError(error));
  const canRepeat = kind === "busy" || kind === "changed" || kind === "other";
  const canFile = kind === "slow" && can("reports:export");
  const actions = (
    <>
      {canFile && (
        <Button size="sm" busy={file.isBusy} onClick={() => file.start("xlsx")}>
          <FileDown aria-hidden className="size-4" />
          {t.exportReport}
        </Button>
      )}
      {canRepeat && (
        <Button size="sm" busy={run.list.isFetching} onClick={run.runAnew}>
          {kind === "changed" ? t.runReportAgain : t.tryAgain}
        </Button>
      )}
    </>
  );
  return (
    <Banner
      tone={kind === "busy" ? "warning" : "danger"}
      live
      title={title}
      {...((canFile || canRepeat) && { actions })}
    >
      {text}
    </Banner>
  );
}
