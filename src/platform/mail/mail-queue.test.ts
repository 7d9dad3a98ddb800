import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { ensureApplicationRole } from "../database/application-role.ts";
import { openDatabase, type Database } from "../database/database.ts";
import { startJobQueue } from "../jobs/job-queue.ts";
import { createLogger } from "../observability/logger.ts";
import { enqueueComposedMail, type MailComposer, type MailRecord } from "./composed-mails.ts";
import { createMailFailureWorker, type FailedMail } from "./mail-failures.ts";
import { createMailId, createMailWorker, enqueueMail, enqueueMails, mailQueue, type MailTools } from "./mail-queue.ts";
import { objectKey } from "../storage/storage.ts";
import { RecipientRejected, type Mail, type MailTransport } from "./mail-transport.ts";
import { noHooks } from "../database/transaction-hooks.ts";

declare module "./mail-failures.ts" {
  // Optional, so that the composition does not need it.
  interface MailFailureHandlers {
    readonly test?: MailFailureHandler;
  }
}

let applicationUrl: string;
let database: Database;
let owner: Kysely<Record<string, never>>;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 2, hooks: noHooks });
  owner = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: ownerUrl, max: 1 }) }) });
});
afterAll(async () => {
  await database.close();
  await owner.destroy();
});

const mail: Mail = { to: "ada@firm.example", subject: "Secret subject", text: "Secret text" };

interface Job {
  state: string;
  data: unknown;
  output: unknown;
  tries: number;
  heartbeat: number;
}

const listJobs = async (): Promise<Job[]> =>
  (
    await sql<Job>`SELECT state::text, data, output, retry_count AS tries, heartbeat_seconds AS heartbeat FROM pgboss.job WHERE name = 'mail' ORDER BY created_on`.execute(
      owner,
    )
  ).rows;

interface Doubles {
  deliver: MailTransport["deliver"];
  capture?: MailTools["capture"];
  /** By key. */
  objects?: Readonly<Record<string, string>>;
  onFailure?: (failed: FailedMail) => Promise<void>;
  composer?: MailComposer;
}

const nobody = () => Promise.reject(new Error("nothing is composed here"));

/** Starts workers that deliver emails, and tell of those that were given up, by the given functions. */
async function work({
  deliver,
  capture = () => Promise.reject(new Error("no email of a sandbox was enqueued")),
  objects = {},
  onFailure = () => Promise.resolve(),
  composer = { compose: nobody, recordSent: nobody, recordRefused: nobody },
}: Doubles): Promise<{ lines: string[]; stop: () => Promise<void> }> {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });
  const read = (key: string) => {
    const object = objects[key];
    return object === undefined
      ? Promise.reject(new Error("no such object"))
      : Promise.resolve(Readable.from([object]));
  };
  const workers = [
    createMailWorker({
      transport: { deliver },
      capture,
      storage: { read },
      composers: { message: composer },
      logger,
    }),
    createMailFailureWorker({ test: onFailure, esignRecipient: onFailure, message: onFailure }, logger),
  ].map((worker) => ({ ...worker, pollSeconds: 0.5 }));
  const queue = await startJobQueue({ databaseUrl: applicationUrl, logger, jobs: [], workers, pollSeconds: 1 });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= queue.stop());
  onTestFinished(stop);
  return { lines, stop };
}

test("an email is sent when the transaction commits, and not when it is rolled back", async () => {
  const sent: Mail[] = [];
  await expect(
    database.withTenantTransaction("org_1", async (transaction) => {
      await enqueueMail(transaction, { ...mail, to: "rolled.back@firm.example" });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  await database.withTenantTransaction("org_1", (transaction) => enqueueMail(transaction, mail));
  const { lines, stop } = await work({ deliver: (given) => Promise.resolve(void sent.push(given)) });
  await expect.poll(listJobs).toMatchObject([{ state: "completed", data: null }]);
  expect(sent).toEqual([mail]);
  await stop();
  expect(lines.join()).not.toMatch(/firm\.example|Secret/);
});

test("emails of a sandbox are captured, whatever the transport", async () => {
  await sql`INSERT INTO "Organization" (id, name, "legalName", slug) VALUES ('org_live', 'Live', 'Live', 'live')`.execute(
    owner,
  );
  await sql`INSERT INTO "Organization" (id, name, "legalName", slug, "sandboxOfOrganizationId", "sandboxState", "sandboxContents")
    VALUES ('org_sandbox', 'Sandbox', 'Sandbox', 'sandbox', 'org_live', 'ready', 'empty')`.execute(owner);
  for (const organizationId of ["org_live", "org_sandbox"])
    await database.withTenantTransaction(organizationId, async (transaction) => {
      await enqueueMail(transaction, {
        ...mail,
        subject: `From ${organizationId}`,
        attachments: [{ objectId: "obj_1", fileName: "chart.pdf", contentType: "application/pdf", sizeBytes: 5 }],
      });
      await enqueueComposedMail(transaction, { composer: "message", id: organizationId }, "message");
    });
  const sent: string[] = [];
  const captured: Parameters<MailTools["capture"]>[0][] = [];
  const composer: MailComposer = {
    compose: ({ id }) => Promise.resolve({ ...mail, subject: `Composed for ${id}`, localPart: id, attachments: [] }),
    recordSent: () => Promise.resolve(),
    recordRefused: nobody,
  };
  const { stop } = await work({
    deliver: ({ subject }) => Promise.resolve(void sent.push(subject)),
    capture: (given) => Promise.resolve(void captured.push(given)),
    objects: Object.fromEntries(["org_live", "org_sandbox"].map((id) => [objectKey(id, "obj_1"), "bytes"])),
    composer,
  });
  await expect.poll(() => sent.length + captured.length).toBe(4);
  expect(sent.toSorted()).toEqual(["Composed for org_live", "From org_live"]);
  expect(captured.toSorted((one, other) => one.mail.subject.localeCompare(other.mail.subject))).toMatchObject([
    {
      organizationId: "org_sandbox",
      mail: { to: mail.to, subject: "Composed for org_sandbox" },
      attachments: [],
      source: { composer: "message", id: "org_sandbox" },
    },
    {
      organizationId: "org_sandbox",
      mail: { to: mail.to, subject: "From org_sandbox" },
      attachments: [{ name: "chart.pdf", contentType: "application/pdf", sizeBytes: 5 }],
      source: null,
    },
  ]);
  await stop();
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
});

test("a rejected email is kept and retried, and neither log nor queue contains the server's message", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  await sql`UPDATE pgboss.queue SET retry_delay = 1 WHERE name = 'mail'`.execute(owner);
  await enqueueMail(database.withoutTenant, mail);
  let tries = 0;
  const ids = new Set<string>();
  const deliver = (_mail: Mail, id: string) => {
    ids.add(id);
    tries += 1;
    return tries < 3 ? Promise.reject(new Error("451 ada@firm.example: try again later")) : Promise.resolve();
  };
  const { lines } = await work({ deliver });
  await expect.poll(async () => (await listJobs()).some(({ tries: count }) => count > 0)).toBe(true);
  expect(JSON.stringify((await listJobs()).map(({ output }) => output))).not.toContain("ada@");
  await expect.poll(listJobs).toMatchObject([{ state: "completed", data: null }]);
  expect([tries, ids.size]).toEqual([3, 1]);
  expect(lines.filter((line) => line.includes("mail was rejected"))).toHaveLength(2);
  expect(lines.join()).not.toMatch(/451 |ada@|try again|Secret/);
});

test("an email that a person waits for is sent before pending notices", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  await enqueueMails(
    database.withoutTenant,
    Array.from({ length: 30 }, () => ({ ...mail, subject: "Notice" })),
  );
  await enqueueMail(database.withoutTenant, { ...mail, subject: "Password" });
  const subjects: string[] = [];
  const { stop } = await work({ deliver: ({ subject }) => Promise.resolve(void subjects.push(subject)) });
  await expect.poll(() => subjects).toContain("Password");
  await stop();
  // Five are taken at once, in no order among themselves.
  expect(subjects.indexOf("Password")).toBeLessThan(5);
});

test("a firm's emails leave others room, however many hang", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  const enqueue = (organizationId: string, count: number, subject: string) =>
    database.withTenantTransaction(organizationId, (transaction) =>
      enqueueMails(
        transaction,
        Array.from({ length: count }, () => ({ ...mail, subject })),
      ),
    );
  await enqueue("org_noisy", 50, "Noisy");
  await enqueue("org_quiet", 1, "Quiet");
  const subjects: string[] = [];
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  const deliver = ({ subject }: Mail) => {
    subjects.push(subject);
    return subject === "Noisy" ? end.promise : Promise.resolve();
  };
  const { stop } = await work({ deliver });
  await expect.poll(() => subjects).toContain("Quiet");
  expect(subjects.filter((subject) => subject === "Noisy").length).toBeLessThanOrEqual(3);
  end.resolve();
  await stop();
});

test("emails to many recipients are enqueued in one statement, one job each, and none for an empty list", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...mail,
    to: `person${index}@firm.example`,
    path: "/account",
  }));
  await database.withTenantTransaction("org_1", async (transaction) => {
    await enqueueMails(transaction, []);
    await enqueueMails(transaction, many);
  });
  const { rows } = await sql<{ data: Mail; states: number }>`
    SELECT data, (SELECT count(DISTINCT (xmin::text, cmin::text))::integer FROM pgboss.job WHERE name = 'mail') AS states
    FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  expect(rows.map(({ data }) => data.to).toSorted()).toEqual(many.map(({ to }) => to).toSorted());
  expect(rows[0]).toEqual({ data: expect.objectContaining({ subject: mail.subject, path: "/account" }), states: 1 });
});

test("a sent email whose worker died before finishing the job is neither sent again nor a failure", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  await enqueueMail(database.withoutTenant, mail);
  await sql`UPDATE pgboss.job SET data = NULL WHERE name = 'mail'`.execute(owner);
  const sent: Mail[] = [];
  const { lines } = await work({ deliver: (given) => Promise.resolve(void sent.push(given)) });
  await expect.poll(listJobs).toMatchObject([{ state: "completed", tries: 0 }]);
  expect([sent, lines.filter((line) => line.includes("mail"))]).toEqual([[], []]);
});

/** Starts a process that takes the mail and never delivers it, and kills it in the middle. */
async function killWorker(): Promise<void> {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `import { startJobQueue } from ${here("../jobs/job-queue.ts")};
    import { createMailWorker } from ${here("mail-queue.ts")};
    const logger = { info() {}, warn() {}, error() {} };
    const deliver = () => new Promise(() => console.log("begun"));
    const mails = { ...createMailWorker({ transport: { deliver }, outbox: { deliver }, storage: {}, composers: {}, logger }), pollSeconds: 0.5 };
    await startJobQueue({ databaseUrl: ${JSON.stringify(applicationUrl)}, logger, jobs: [], workers: [mails] });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Lets pg-boss look for jobs without a sign of life now, as it does every minute. */
async function supervise(): Promise<void> {
  await sql`UPDATE pgboss.queue SET monitor_on = NULL WHERE name = 'mail'`.execute(owner);
  const boss = new PgBoss({
    connectionString: applicationUrl,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.supervise(mailQueue.name);
  await boss.stop({ graceful: false });
}

test("an email whose worker was killed is retried after half a minute, and not before", async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'mail'`.execute(owner);
  await sql`UPDATE pgboss.queue SET retry_delay = 1 WHERE name = 'mail'`.execute(owner);
  await enqueueMail(database.withoutTenant, mail);
  await killWorker();
  await supervise();
  expect(await listJobs()).toMatchObject([{ state: "active", heartbeat: 30 }]);
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '31 seconds' WHERE name = 'mail'`.execute(
    owner,
  );
  await supervise();
  expect(await listJobs()).toMatchObject([{ state: "retry", data: mail }]);
  const sent: Mail[] = [];
  await work({ deliver: (given) => Promise.resolve(void sent.push(given)) });
  await expect.poll(() => sent).toEqual([mail]);
});

const handled = { ...mail, onFailure: { handler: "test" as const, id: "esp_1" } };

const limitRetries = (retryLimit: number) =>
  sql`UPDATE pgboss.queue SET retry_delay = 1, retry_limit = ${retryLimit}::integer WHERE name = 'mail'`.execute(owner);

async function clearQueues(retryLimit: number): Promise<void> {
  onTestFinished(() => limitRetries(mailQueue.options.retryLimit).then(() => undefined));
  await sql`DELETE FROM pgboss.job WHERE name IN ('mail', 'mail-failures')`.execute(owner);
  await limitRetries(retryLimit);
  await sql`UPDATE pgboss.queue SET retry_delay = 1 WHERE name = 'mail-failures'`.execute(owner);
}

const listFailures = async () =>
  (await sql`SELECT state::text, data FROM pgboss.job WHERE name = 'mail-failures'`.execute(owner)).rows;

test("an email that is given up is reported to its handler, until that succeeds", async () => {
  await clearQueues(1);
  await database.withTenantTransaction("org_1", (transaction) => enqueueMails(transaction, [handled]));
  let tries = 0;
  const reports: FailedMail[] = [];
  const { lines } = await work({
    deliver: () => {
      tries += 1;
      return Promise.reject(new Error("451 ada@firm.example: try again later"));
    },
    onFailure: (failed) => {
      reports.push(failed);
      return reports.length < 2 ? Promise.reject(new Error("the database is away")) : Promise.resolve();
    },
  });
  await expect.poll(listFailures).toEqual([{ state: "completed", data: null }]);
  const report = { organizationId: "org_1", id: "esp_1", to: mail.to };
  expect([tries, reports]).toEqual([2, [report, report]]);
  expect(lines.filter((line) => line.includes("mail was given up"))).toHaveLength(1);
  expect(lines.join()).not.toMatch(/451 |ada@|Secret/);
});

test("an email to an address that does not exist is given up at the first attempt", async () => {
  await clearQueues(7);
  await database.withTenantTransaction("org_1", (transaction) => enqueueMail(transaction, handled));
  let tries = 0;
  const reports: FailedMail[] = [];
  await work({
    deliver: () => {
      tries += 1;
      return Promise.reject(new RecipientRejected("the address does not exist"));
    },
    onFailure: (failed) => Promise.resolve(void reports.push(failed)),
  });
  await expect.poll(listFailures).toEqual([{ state: "completed", data: null }]);
  expect(await listJobs()).toMatchObject([{ state: "failed", output: { message: "the address was rejected" } }]);
  expect([tries, reports]).toEqual([1, [{ organizationId: "org_1", id: "esp_1", to: mail.to }]]);
});

test("an email whose worker was killed in the last attempt is reported, too", async () => {
  await clearQueues(0);
  await database.withTenantTransaction("org_1", (transaction) => enqueueMail(transaction, handled));
  await killWorker();
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '31 seconds' WHERE name = 'mail'`.execute(
    owner,
  );
  await supervise();
  const reports: FailedMail[] = [];
  await work({
    deliver: () => Promise.resolve(),
    onFailure: (failed) => Promise.resolve(void reports.push(failed)),
  });
  await expect.poll(() => reports).toEqual([{ organizationId: "org_1", id: "esp_1", to: mail.to }]);
});

test("an email without a handler that is given up is logged, and its data is deleted", async () => {
  await clearQueues(0);
  await enqueueMail(database.withoutTenant, mail);
  const { lines } = await work({ deliver: () => Promise.reject(new Error("no")) });
  await expect.poll(listFailures).toEqual([{ state: "completed", data: null }]);
  expect(lines.filter((line) => line.includes("mail was given up"))).toHaveLength(1);
});

test("attachments are the objects of the organization that enqueued the email", async () => {
  await clearQueues(0);
  const attachments = [{ objectId: "obj_1", fileName: "Letter.pdf", contentType: "application/pdf", sizeBytes: 3 }];
  const id = createMailId();
  const given = { ...mail, id, attachments, senderName: "Voss Law", replyTo: "office@firm.example" };
  await database.withTenantTransaction("org_1", (transaction) => enqueueMail(transaction, given));
  await database.withTenantTransaction("org_2", (transaction) =>
    enqueueMail(transaction, { ...given, id: createMailId() }),
  );
  const sent: unknown[] = [];
  await work({
    objects: { "org_1/obj_1": "PDF" },
    deliver: async (composed, mailId, opened = []) =>
      void sent.push([
        mailId,
        composed,
        await Promise.all(opened.map(({ bytes, ...file }) => text(bytes).then((read) => ({ ...file, read })))),
      ]),
  });
  await expect
    .poll(async () => (await listJobs()).map(({ state }) => state).toSorted())
    .toEqual(["completed", "failed"]);
  expect(sent).toEqual([
    [
      id,
      { ...mail, senderName: "Voss Law", replyTo: "office@firm.example" },
      [{ fileName: "Letter.pdf", contentType: "application/pdf", read: "PDF" }],
    ],
  ]);
});

test("attachments that mail servers would reject are not enqueued", async () => {
  const attachments = [8, 8].map((mebibytes, index) => ({
    objectId: `obj_${index}`,
    fileName: "Scan.pdf",
    contentType: "application/pdf",
    sizeBytes: mebibytes * 1024 * 1024,
  }));
  await expect(enqueueMail(database.withoutTenant, { ...mail, attachments })).rejects.toThrow("too large");
});

test("the queue allows eight tries and a heartbeat of half a minute", async () => {
  const { rows } =
    await sql`SELECT retry_limit, retry_backoff, heartbeat_seconds FROM pgboss.queue WHERE name = 'mail'`.execute(
      owner,
    );
  expect(rows).toEqual([{ retry_limit: 7, retry_backoff: true, heartbeat_seconds: 30 }]);
});

test("an email that is composed when it is sent has no text in the queue, and tells its composer what became of it", async () => {
  const recorded: [string, MailRecord][] = [];
  const sent: [Mail, string][] = [];
  const failed: FailedMail[] = [];
  const enqueue = (id: string) =>
    database.withTenantTransaction("org_1", (transaction) =>
      enqueueComposedMail(transaction, { composer: "message", id }, "message"),
    );
  for (const id of ["msg_1", "msg_gone", "msg_refused"]) await enqueue(id);
  const waiting = (await listJobs()).filter(({ state }) => state === "created");
  expect(waiting.map(({ data }) => data)).toEqual(
    ["msg_1", "msg_gone", "msg_refused"].map((id) => ({
      composed: { composer: "message", id },
      onFailure: { handler: "message", id },
      organizationId: "org_1",
    })),
  );
  const { stop } = await work({
    deliver: (given, id, _attachments, onUnknown) => {
      if (id === "msg_refused") return Promise.reject(new RecipientRejected("unknown"));
      onUnknown?.("gone@example.com");
      return Promise.resolve(void sent.push([given, id]));
    },
    onFailure: (given) => Promise.resolve(void failed.push(given)),
    composer: {
      compose: ({ id }) => Promise.resolve(id === "msg_gone" ? null : { ...mail, localPart: id, attachments: [] }),
      recordSent: (record, unknown) => Promise.resolve(void recorded.push([`sent, not to ${unknown.join()}`, record])),
      recordRefused: (record) => Promise.resolve(void recorded.push(["refused", record])),
    },
  });
  await expect
    .poll(() => failed, { timeout: 10_000 })
    .toEqual([{ organizationId: "org_1", id: "msg_refused", to: "" }]);
  await stop();
  expect(sent).toEqual([[mail, "msg_1"]]);
  expect(recorded.toSorted()).toEqual([
    ["refused", { organizationId: "org_1", id: "msg_refused" }],
    ["sent, not to gone@example.com", { organizationId: "org_1", id: "msg_1" }],
  ]);
});
