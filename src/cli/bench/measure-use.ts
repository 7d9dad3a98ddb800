import { showStep } from "../steps.mjs";
import type { Plan } from "./plan.ts";
import { cell, formatTable, showSection } from "./report.ts";
import type { RequestScene } from "./request-rows.ts";
import { countSlice, type SliceUse } from "./slice-use.ts";
import { runInTurn, type Bench } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";
import { openWalReader } from "./wal.ts";

const connections = 16;
/** Of a request: calls below this number are left out. */
const rareCall = 0.05;
const shownRelations = 24;

export interface UseMeasurement {
  plan: Plan;
  setup: BenchSetup;
  bench: Bench;
  scene: RequestScene;
}

/** System calls, wake-ups and write-ahead log of the scene's requests and of their floors, in slices of their own. */
export async function measureUse({ plan, setup, bench, scene: { rows } }: UseMeasurement): Promise<void> {
  if (rows.length === 0) return;
  const contestants = rows.flatMap(({ contestant, aims }) => [contestant, ...aims.map(({ floor }) => floor)]);
  const wal = await openWalReader(setup.ownerUrl);
  try {
    const uses = await showStep("System calls and write-ahead log", () =>
      runInTurn(contestants, (contestant) =>
        countSlice({ ...bench, wal }, contestant, { seconds: plan.requests.seconds, connections }),
      ),
    );
    const counted = contestants.map(({ label }, index) => ({ label, use: uses[index] }));
    const measured = counted.flatMap(({ label, use }) => (use === undefined ? [] : [{ label, use }]));
    showSection("System calls and write-ahead log of a request; a row's floors follow it", formatUses(measured));
    for (const { contestant } of rows) {
      const use = uses[contestants.indexOf(contestant)];
      if (use !== undefined && use.wal.bytes > use.responses * 100)
        showSection(`Write-ahead log of ${contestant.label}, a request, by table and index`, formatWal(use));
    }
  } finally {
    await wal.close();
  }
}

interface LabeledUse {
  label: string;
  use: SliceUse;
}

function formatUses(measured: readonly LabeledUse[]): string[] {
  const head = [
    "Node + PostgreSQL",
    "system calls (perf)",
    "wake-ups (/proc)",
    "reads and writes (/proc)",
    "WAL bytes",
    "of these page images",
  ];
  return [
    ...formatTable([
      head,
      ...measured.map(({ label, use: { responses, server, database, wal } }) => [
        label,
        showPair(server.systemCalls?.all, database.systemCalls?.all, responses),
        showPair(server.wakeUps, database.wakeUps, responses),
        showPair(server.readsAndWrites, database.readsAndWrites, responses),
        cell(wal.bytes / responses, 0),
        cell(wal.pageImageBytes / responses, 0),
      ]),
    ]),
    "wake-ups: voluntary context switches of all threads and backends; reads and writes: without recv and send, by which PostgreSQL uses its sockets",
    ...formatCalls(measured),
  ];
}

function showPair(server: number | null | undefined, database: number | null | undefined, responses: number): string {
  const show = (count: number | null | undefined) =>
    count === null || count === undefined ? "not available" : cell(count / responses, 1);
  return `${show(server)} + ${show(database)}`;
}

/** By name, the most frequent first. */
function formatCalls(measured: readonly LabeledUse[]): string[] {
  const list = ({ responses, ...use }: SliceUse, side: "server" | "database") =>
    [...(use[side].systemCalls?.byName ?? [])]
      .filter(([, count]) => count / responses >= rareCall)
      .toSorted(([, left], [, right]) => right - left)
      .map(([name, count]) => `${name} ${cell(count / responses, 1)}`)
      .join(", ");
  return measured.flatMap(({ label, use }) =>
    use.server.systemCalls === null && use.database.systemCalls === null
      ? []
      : [`${label}: Node ${list(use, "server")}; PostgreSQL ${list(use, "database")}`],
  );
}

function formatWal({ responses, wal: { relations } }: SliceUse): string[] {
  const rest = relations.slice(shownRelations);
  const total = (read: (relation: (typeof rest)[number]) => number) =>
    rest.reduce((sum, relation) => sum + read(relation), 0);
  const others = {
    name: `${rest.length} others`,
    records: total(({ records }) => records),
    bytes: total(({ bytes }) => bytes),
    pageImageBytes: total(({ pageImageBytes }) => pageImageBytes),
  };
  return formatTable([
    ["", "records", "bytes", "of these page images"],
    ...[...relations.slice(0, shownRelations), ...(rest.length > 0 ? [others] : [])].map(
      ({ name, records, bytes, pageImageBytes }) => [
        name,
        cell(records / responses, 2),
        cell(bytes / responses, 0),
        cell(pageImageBytes / responses, 0),
      ],
    ),
  ]);
}
