import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createPerson, signIn } from "../harness/identity.ts";
import { startPostgresProxy, type PostgresProxy } from "../servers/postgres-proxy.ts";
import { send } from "../harness/requests/send.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let database: Database;
let proxy: PostgresProxy;
let program: ServerProcess;
beforeAll(async () => {
  const applicationUrl = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(applicationUrl, { poolSize: 2, hooks });
  proxy = await startPostgresProxy(applicationUrl);
  program = await startServerProcess(proxy.url, "info");
});
afterAll(async () => {
  await program.end("SIGKILL");
  await proxy.close();
  await database.close();
});

interface Line {
  level: string;
  msg: string;
  requestId?: string;
  operation?: string;
  userId?: string;
  code?: string;
}

const readLines = (requestId: string) =>
  program
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.requestId === requestId);

test("the log names the portal procedures a person called, and warns when the database failed one", async () => {
  const server = { baseUrl: program.baseUrl, origin: "http://localhost:3000", services: { database } };
  const person = await createPerson(server, { isPlatformAdministrator: true, hashPassword });
  const cookie = await signIn(server, person);
  const query = (requestId: string, procedures: string) => {
    const headers = { Cookie: cookie, Origin: server.origin, "X-Request-Id": requestId };
    return send(server.baseUrl, {
      method: "GET",
      target: `/api/trpc/${procedures}?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`,
      headers,
    });
  };
  await query("both", "account.get,account.listSessions");
  await query("made-up", "account.get,__proto__.what-somebody-sent");
  await expect
    .poll(() => readLines("made-up"))
    .toMatchObject([{ msg: "request", operation: "account.get", userId: person.userId, code: "NOT_FOUND" }]);
  expect(readLines("both")).toMatchObject([
    { msg: "request", operation: "account.get,account.listSessions", userId: person.userId },
  ]);
  expect(program.output()).not.toContain("what-somebody-sent");

  // The last statement is the procedure's own. The server's timers send statements too: when one came between, the count is off.
  let attempt = 0;
  await expect
    .poll(async () => {
      proxy.cutAt(1_000, "response lost", "responded");
      await query("counted", "account.get");
      proxy.cutAt(proxy.disarm().responded.length, "response lost", "responded");
      attempt += 1;
      return (await query(`lost-${attempt}`, "account.get")).status;
    })
    .toBe(503);
  await expect
    .poll(() => readLines(`lost-${attempt}`))
    .toMatchObject([
      { level: "warn", msg: "the database is unavailable", operation: "account.get" },
      { msg: "request", operation: "account.get", code: "INTERNAL_ERROR" },
    ]);
});
