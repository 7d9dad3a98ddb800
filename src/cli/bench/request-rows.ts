import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { hooks } from "../../composition/transaction-hooks.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createTenant } from "../../testing/harness/tenant.ts";
import { showStep } from "../steps.mjs";
import { fillFeed, type FilledFeed } from "./feed.ts";
import { buildFloor, nextProcess } from "./floor-next.ts";
import { findFloorStatements, floorEnvironment, readLeftRows, type FloorStatements } from "./floor-statements.ts";
import { fillLists } from "./lists/rows.ts";
import type { LoadRequest } from "./load.ts";
import type { Plan } from "./plan.ts";
import type { MeasuredServer, Processes } from "./programs.ts";
import { answerAccessor, describeRequests, tryRequest, type MeasuredRequests } from "./requests.ts";
import type { Contestant } from "./slices.ts";
import type { BenchSetup } from "./stage.ts";

export const firmCount = 16;
const fastifyServer = fileURLToPath(import.meta.resolve("./serve-fastify.ts"));

/** Kinds of requests that are compared with floors, and what else the part `requests` measures. */
export const requestParts = [
  "get-case",
  "feed-page",
  "list-cases",
  "patch-client",
  "post-folder",
  "post-task",
  "put-answer",
  "processes",
  "writers",
  "pages",
  "memory",
] as const;
export type RequestPart = (typeof requestParts)[number];
export const isRequestPart = (word: string): word is RequestPart => (requestParts as readonly string[]).includes(word);

/** A kind of request, and the aims for its throughput against floors. */
export interface Row {
  name: RequestPart;
  contestant: Contestant;
  aims: { floor: Contestant; atLeast: number }[];
}

export interface RequestScene {
  /** Floors (a) and (c). */
  floors: readonly [constant: Contestant, fastify: Contestant];
  rows: readonly Row[];
  /** The measured server, and a fresh one. */
  server: MeasuredServer;
  startUntouched: () => Promise<MeasuredServer>;
  requests: MeasuredRequests;
  /** Null where nothing that reads it is measured. */
  feed: FilledFeed | null;
  /** One for each firm; the first is the measured one's. */
  secrets: readonly string[];
}

export interface RequestStage {
  plan: Plan;
  setup: BenchSetup;
  processes: Processes;
  /** Only what these need is prepared. */
  wanted: ReadonlySet<RequestPart>;
  withFeed: boolean;
}

/** Rows, servers and floors. One server of each kind is enough, since only one contestant is measured at a time. */
export async function prepareRequests(
  { plan, setup, processes, wanted, withFeed }: RequestStage,
  startCaseport: () => Promise<MeasuredServer>,
  stopping: AbortSignal,
): Promise<RequestScene> {
  const floorFolder = join(setup.folder, "floor");
  await mkdir(floorFolder);
  await showStep("Next app for the floors", () => buildFloor(floorFolder, stopping));
  const { cases } = plan.requests;
  const others = await createOtherFirms(setup);
  await showStep(
    `${cases.toLocaleString("en")} cases and clients, a tenth of that in each of ${others.length} other firms`,
    () =>
      fillLists(
        setup.ownerUrl,
        [setup.organizationId, ...others.map(({ organizationId }) => organizationId)],
        { cases, others: 0 },
        stopping,
      ).then(() => fillRecords(setup, cases)),
  );
  const server = await startCaseport();
  const requests = await describeRequests(setup, plan);
  const { getCase, patchClient, createFolder, createTask, putAnswer, feedPages, casePages } = requests;
  const readLeft = (request: LoadRequest) => readLeftRows(setup, server.baseUrl, request);
  const left = {
    client: await readLeft(patchClient),
    task: await readLeft(createTask),
    answer: await readLeft(putAnswer),
    // The last: its event is also the pattern for the feed.
    folder: await readLeft(createFolder),
  };
  const feed = withFeed
    ? await showStep(`${plan.feedEvents.toLocaleString("en")} events in the feed`, () =>
        fillFeed(setup, plan.feedEvents, stopping),
      )
    : null;
  const environment = floorEnvironment(setup, await findFloorStatements(setup, requests, left));
  const [next, fastify] = await showStep("Servers of the floors", () =>
    Promise.all([
      processes.startServer([nextProcess, "start", floorFolder, "-p", "PORT", "-H", "127.0.0.1"], environment),
      processes.startServer([fastifyServer], environment),
    ]),
  );
  const read = (name: keyof FloorStatements, label: string, id: string, records = cases): Contestant => ({
    label,
    server: next,
    requests: [{ ...bareGet(`/statement?name=${name}&id=${id}`), records }],
  });
  const write = (name: keyof FloorStatements, label: string, id: string, value: string): Contestant => ({
    label,
    server: next,
    requests: [
      {
        method: "POST",
        path: `/statement?name=${name}&id=${id}`,
        headers: {},
        body: JSON.stringify({ value }),
        records: cases,
      },
    ],
  });
  const describe = (label: string, sent: readonly LoadRequest[]): Contestant => ({ label, server, requests: sent });
  const all: Row[] = [
    {
      name: "get-case",
      contestant: describe("GET case", [getCase]),
      aims: [{ floor: read("case", "(b) Next, its statement", "case_@"), atLeast: 1.7 }],
    },
    {
      name: "feed-page",
      contestant: describe("feed page of 100", feedPages),
      aims: [{ floor: read("feed", "Next, its statement", "@", plan.feedEvents), atLeast: 1.5 }],
    },
    {
      name: "list-cases",
      contestant: describe("GET /cases, full view, 100", casePages),
      aims: [{ floor: read("list", "Next, its statement", "case_@"), atLeast: 1.5 }],
    },
    {
      name: "patch-client",
      contestant: describe("PATCH client", [patchClient]),
      aims: [
        { floor: write("update", "Next, the update alone", "cli_@", "555-#"), atLeast: 0.55 },
        { floor: write("updateAndRecords", "Next, update + event + audit + response", "cli_@", "555-#"), atLeast: 1.1 },
      ],
    },
    {
      name: "post-folder",
      contestant: describe("POST folder", [createFolder]),
      aims: [
        {
          floor: write("folderAndRecords", "Next, insert + event + audit + response", "case_@", "Floor #"),
          atLeast: 1.1,
        },
      ],
    },
    {
      name: "post-task",
      contestant: describe("POST task", [createTask]),
      aims: [
        {
          floor: write("taskAndRecords", "Next, insert + event + audit + response", "case_@", "Floor #"),
          atLeast: 1.1,
        },
      ],
    },
    {
      name: "put-answer",
      contestant: describe("PUT intake answer", [putAnswer]),
      aims: [
        {
          floor: write("answerAndRecords", "Next, update + event + audit + response", "case_@", "Floor #"),
          atLeast: 1.1,
        },
      ],
    },
  ];
  const constant: Contestant = { label: "(a) Next, constant", server: next, requests: [bareGet("/constant")] };
  const plain: Contestant = { ...read("case", "(c) Fastify, one statement", "case_@"), server: fastify };
  const rows = all.filter(({ name }) => wanted.has(name));
  for (const contestant of [
    constant,
    plain,
    ...rows.flatMap(({ aims }) => aims.map(({ floor }) => floor)),
    ...rows.map((row) => row.contestant),
  ]) {
    for (const request of contestant.requests.slice(0, 1)) await tryRequest(contestant.server.baseUrl, request);
  }
  return {
    floors: [constant, plain],
    rows,
    server,
    startUntouched: startCaseport,
    requests,
    feed,
    secrets: [setup.secret, ...others.map(({ secret }) => secret)],
  };
}

function bareGet(path: string): LoadRequest {
  return { method: "GET", path, headers: {} };
}

async function createOtherFirms({ applicationUrl }: BenchSetup) {
  const database = openDatabase(applicationUrl, { poolSize: 1, hooks });
  try {
    const firms: { organizationId: string; secret: string }[] = [];
    while (firms.length < firmCount - 1) firms.push(await createTenant(database));
    return firms;
  } finally {
    await database.close();
  }
}

/**
 * An intake answer and a task for each case, past triggers. PostgreSQL reads a table from end to end that was empty
 * when it planned, until it is analyzed: that is the first minute of an installation, not what a firm waits for.
 */
async function fillRecords({ ownerUrl, organizationId }: BenchSetup, cases: number): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("SET session_replication_role = replica");
    await owner.query(
      `INSERT INTO "IntakeAnswer" ("organizationId", id, "caseId", accessor, value)
       SELECT $1, 'ans_' || lpad(n::text, 26, '0'), 'case_' || lpad(n::text, 26, '0'), '${answerAccessor}', 'Given' FROM generate_series(1, $2::integer) n`,
      [organizationId, cases],
    );
    await owner.query(
      `INSERT INTO "Task" ("organizationId", id, "caseId", title, "createdBy")
       SELECT $1, 'task_t' || lpad(n::text, 25, '0'), 'case_' || lpad(n::text, 26, '0'), 'Call the adjuster', '{"type":"integration_key","id":"key_1","name":"Calls"}'
       FROM generate_series(1, $2::integer) n`,
      [organizationId, cases],
    );
    await owner.query('VACUUM (FREEZE, ANALYZE) "IntakeAnswer", "Task"');
    await owner.query("CHECKPOINT");
  } finally {
    await owner.end();
  }
}
