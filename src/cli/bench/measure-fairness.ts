import { expandDueSeries } from "../../areas/calendar/occurrences/domain.expansion.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { showStep } from "../steps.mjs";
import { createBenchTenant, type BenchTenant } from "./firms.ts";
import type { LoadRequest, LoadResult } from "./load.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer, Processes } from "./programs.ts";
import { cell, formatTable, showSection, type Verdict } from "./report.ts";
import type { BenchSetup } from "./stage.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Within which 99 of 100 reads of another firm have their response, whatever one firm does. */
const aimMilliseconds = 300;
/** More than a loop comes to. */
const endless = 1_000_000_000;
const chainKey = "cht_bench";
const first = "2026-01-05";

/** What one firm does at once, in closed loops. */
interface Crowd {
  label: string;
  connections: number;
  request: LoadRequest;
}

/**
 * What a firm that reads one client after the other waits while another firm sends its most expensive valid requests in
 * closed loops, beside the same without them.
 *
 * @param start starts a server process on the bench's database
 */
export async function measureFairness(
  { fairness: { seconds, series } }: Plan,
  setup: BenchSetup,
  processes: Processes,
  start: () => Promise<MeasuredServer>,
): Promise<Verdict[]> {
  const database = openDatabase(setup.applicationUrl, { poolSize: 2, hooks });
  try {
    const [quiet, noisy] = [await createBenchTenant(database), await createBenchTenant(database)];
    const server = await showStep("A server", start);
    const [ofQuiet, ofNoisy] = [processes.startLoadGenerator(), processes.startLoadGenerator()];
    await showStep(`${series} daily series, and a chain of 60 deadlines`, async () => {
      await ofNoisy.run({
        baseUrl: server.baseUrl,
        requests: [describeSeries(noisy)],
        connections: 4,
        seconds: 600,
        count: series,
      });
      await ofNoisy.run({
        baseUrl: server.baseUrl,
        requests: [describeTemplate(noisy)],
        connections: 1,
        seconds: 60,
        count: 1,
      });
      await expandDueSeries(database);
    });
    const reads = quiet.changes.map(({ path, headers }): LoadRequest => ({ method: "GET", path, headers }));
    const read = (): Promise<LoadResult> =>
      ofQuiet.run({ baseUrl: server.baseUrl, requests: reads, connections: 1, seconds, count: endless });
    await read();
    const rows: { label: string; result: LoadResult; crowd: LoadResult | null }[] = [
      { label: "alone", result: await read(), crowd: null },
    ];
    await showStep("One firm beside another", async () => {
      for (const { label, connections, request } of listCrowds(noisy, series)) {
        const loop = ofNoisy.run({
          baseUrl: server.baseUrl,
          requests: [request],
          connections,
          seconds: seconds + 1,
          count: endless,
        });
        rows.push({ label: `beside ${label}`, result: await read(), crowd: await loop });
      }
    });
    await server.end();
    const head = ["", "reads", "median ms", "p99 ms", "failed", "beside: responses", "failed", "median ms", "p99 ms"];
    const describe = (result: LoadResult | null) =>
      result === null
        ? ["-", "-", "-"]
        : [String(result.failed), cell(result.medianMilliseconds, 1), cell(result.p99Milliseconds, 1)];
    showSection(
      "GET /clients/{clientId}, one after the other, while one other firm sends its most expensive requests in closed loops",
      formatTable([
        head,
        ...rows.map(({ label, result, crowd }) => [
          label,
          String(result.responses),
          cell(result.medianMilliseconds, 1),
          cell(result.p99Milliseconds, 1),
          String(result.failed),
          crowd === null ? "-" : String(crowd.responses),
          ...describe(crowd),
        ]),
      ]),
    );
    return rows.slice(1).map(({ label, result: { p99Milliseconds, failed } }) => ({
      outcome: failed === 0 && p99Milliseconds <= aimMilliseconds ? "met" : "MISSED",
      text: `p99 of another firm's reads ${label}: aim <= ${aimMilliseconds} ms, measured ${cell(p99Milliseconds, 1)} ms`,
    }));
  } finally {
    await database.close();
  }
}

const headersOf = ({ secret }: BenchTenant) => ({ "x-api-key": secret, "content-type": "application/json" });
const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function describeSeries(tenant: BenchTenant): LoadRequest {
  const body = {
    type: "internal",
    title: "Call #",
    startAt: `${daysFrom(0)}T14:00:00Z`,
    endAt: `${daysFrom(0)}T15:00:00Z`,
    timeZone: "America/New_York",
    recurrence: { rule: "FREQ=DAILY" },
  };
  return {
    method: "POST",
    path: "/api/v1/calendar-events",
    headers: headersOf(tenant),
    body: JSON.stringify(body),
    freshKey: true,
  };
}

function describeTemplate(tenant: BenchTenant): LoadRequest {
  const items = Array.from({ length: 60 }, (_, index) => ({
    key: `k${index}`,
    type: "answer_due",
    title: "Step",
    offset: 3_660,
    unit: "court_days",
    from: index === 0 ? "trigger" : `item:k${index - 1}`,
    citation: "Rule 1",
  }));
  const body = {
    name: "Long",
    jurisdiction: "US",
    trigger: { source: "manual", label: "Start" },
    items,
    asOf: "2026-01",
  };
  return {
    method: "PUT",
    path: `/api/v1/deadline-chain-templates/${chainKey}`,
    headers: headersOf(tenant),
    body: JSON.stringify(body),
    freshKey: true,
  };
}

function listCrowds(tenant: BenchTenant, series: number): Crowd[] {
  const get = (path: string): LoadRequest => ({ method: "GET", path: `/api/v1${path}`, headers: headersOf(tenant) });
  const preview: LoadRequest = {
    method: "POST",
    path: "/api/v1/deadline-chains/preview",
    headers: headersOf(tenant),
    body: JSON.stringify({ templateKey: chainKey, triggerOn: first }),
  };
  return [
    {
      label: "16 calendars of a year",
      connections: 16,
      request: get("/holiday-calendars/default/days?from=2026-01-01&to=2026-12-31"),
    },
    {
      label: "4 counts of 3,660 business days",
      connections: 4,
      request: get(`/holiday-calendars/default/calculate?startOn=${first}&offset=3660&unit=business_days`),
    },
    { label: "2 previews of 60 chained deadlines", connections: 2, request: preview },
    {
      label: `8 calendars of ${series} daily series, a page of one`,
      connections: 8,
      request: get(`/calendar-occurrences?from=${daysFrom(0)}T00:00:00Z&to=${daysFrom(366)}T00:00:00Z&limit=1`),
    },
    {
      label: "4 of them, pages of 200",
      connections: 4,
      request: get(`/calendar-occurrences?from=${daysFrom(0)}T00:00:00Z&to=${daysFrom(366)}T00:00:00Z&limit=200`),
    },
  ];
}
