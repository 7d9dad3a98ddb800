import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { compileCacheFolder } from "../testing/servers/compile-cache.ts";
import { startOwnServer, testSecret, type TestServer } from "../testing/harness/server.ts";
import { callIdentity, createPerson, writeCookies, type CookieJar } from "../testing/harness/identity.ts";
import { runOrganizationCommand } from "./organization/command.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { listMemberships } from "../platform/identity/memberships.ts";
import { hooks } from "../composition/transaction-hooks.ts";

let server: TestServer;
let owner: Client;
let database: Database;
beforeAll(async () => {
  server = await startOwnServer();
  // One connection, as the commands have.
  database = openDatabase(server.applicationUrl, { poolSize: 1, hooks });
  owner = await server.connectOwner();
});
afterAll(async () => {
  await database.close();
  await server.close(1_000);
});

const run = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [new URL(program, import.meta.url).pathname, ...words], {
    env: {
      NODE_ENV: "test",
      DATABASE_URL: server.ownerUrl,
      CASEPORT_BASE_URL: server.origin,
      CASEPORT_SECRET: testSecret,
      CASEPORT_DATA_DIR: inject("dataDirectory"),
      NODE_COMPILE_CACHE: compileCacheFolder(),
    },
  });

/** What `npm run organization` does, in this process: that the command prints the result or the error, other runs show. */
const runHere = (...words: string[]) => runOrganizationCommand(database, words, server.origin);

/** Sets a password by the link that was printed, and signs in with it. */
async function enter(output: string, email: string): Promise<string> {
  const token = /^ {2}http:\/\/localhost:3000\/reset-password\?token=([\w-]+)(?:&invited=1)?$/m.exec(output)?.[1] ?? "";
  const password = "a first and long password";
  expect((await callIdentity(server, "/reset-password", { token, newPassword: password })).status).toBe(200);
  const jar: CookieJar = new Map();
  expect((await callIdentity(server, "/sign-in/email", { email, password }, { jar })).status).toBe(200);
  return writeCookies(jar);
}

test("an operator creates a platform administrator, who sets a password by the link; repeating it changes nothing", async () => {
  await run("administrator.ts", "Rowan@Caseport.example", "Rowan Ellery");
  const { stdout } = await run("administrator.ts", "rowan@caseport.example", "Rowan Ellery");
  const session = await server.services.identity.findSession(await enter(stdout, "rowan@caseport.example"));
  expect(session).toMatchObject({ name: "Rowan Ellery", isPlatformAdministrator: true, twoFactorEnabled: false });
});

test("an operator creates a firm with its owner", async () => {
  const { stdout } = await run("organization.ts", "Ash & Vale, LLP", "Nora", "Vale", "nora@ashvale.example");
  const session = await server.services.identity.findSession(await enter(stdout, "nora@ashvale.example"));
  expect(session).toMatchObject({ name: "Nora Vale", isPlatformAdministrator: false });
  const memberships = await listMemberships(server.services.database, session?.userId ?? "");
  expect(memberships).toMatchObject([{ organizationName: "Ash & Vale, LLP", slug: "ash-vale-llp", role: "owner" }]);
  // The same firm again: rejected whole, so nobody is half made.
  await expect(run("organization.ts", "Ash & Vale, LLP", "Otto", "Ash", "otto@ashvale.example")).rejects.toMatchObject({
    code: 1,
    stderr: "slug: belongs to another organization\n",
  });
  expect(
    await server.services.database.withoutTenant
      .selectFrom("User")
      .select("id")
      .where("email", "=", "otto@ashvale.example")
      .execute(),
  ).toEqual([]);
});

test("an operator ends the sessions of one person, and those of everyone", async () => {
  const signInNew = async () => {
    const person = await createPerson(server, { hasSecondFactor: false });
    const jar: CookieJar = new Map();
    expect(
      (await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar }))
        .status,
    ).toBe(200);
    return {
      email: person.email,
      isSignedIn: async () => (await server.services.identity.findSession(writeCookies(jar))) !== null,
    };
  };
  const [one, other] = [await signInNew(), await signInNew()];
  const areSignedIn = async () => [await one.isSignedIn(), await other.isSignedIn()];
  expect(await areSignedIn()).toEqual([true, true]);
  expect((await run("sessions.ts", one.email.toUpperCase())).stdout).toBe("Sessions ended: 1.\n");
  expect(await areSignedIn()).toEqual([false, true]);
  await run("sessions.ts", "--all");
  expect(await areSignedIn()).toEqual([false, false]);
  await expect(run("sessions.ts", "nobody@caseport.example")).rejects.toMatchObject({
    code: 1,
    stderr: "Nobody has this e-mail address.\n",
  });
});

const readOrganizations = async () => {
  const { rows } = await owner.query(
    `SELECT o.slug, o.timezone, o."isHeadquarters", p.slug AS parent FROM "Organization" o LEFT JOIN "Organization" p ON p.id = o."parentOrganizationId" WHERE o.slug LIKE 'elm%' ORDER BY o.slug`,
  );
  return rows;
};

test("acceptance 14: an operator creates a headquarters with an office, and updates both", async () => {
  await runHere("Elm", "Nora", "Vale", "nora@elm.example", "--headquarters", "--timezone", "America/Denver");
  await runHere("Elm of Utah", "Otto", "Ash", "otto@elm.example", "--slug", "elm-utah", "--parent", "elm");
  const [elm, utah] = [
    { slug: "elm", timezone: "America/Denver", isHeadquarters: true, parent: null },
    { slug: "elm-utah", timezone: "America/New_York", isHeadquarters: false, parent: "elm" },
  ];
  expect(await readOrganizations()).toEqual([elm, utah]);
  const { stdout } = await run(
    "organization.ts",
    "elm-utah",
    "--detach",
    "--timezone",
    "America/Boise",
    "--note",
    "They have split.",
  );
  expect(stdout).toBe("elm-utah is changed.\n");
  await runHere("elm", "--no-headquarters", "--note", "It has no offices.");
  const changed = [
    { ...elm, isHeadquarters: false },
    { ...utah, timezone: "America/Boise", parent: null },
  ];
  expect(await readOrganizations()).toEqual(changed);
  // In the audit log of both, with the reason.
  const { rows } =
    await owner.query(`SELECT o.slug, a.action, a."actorType" AS actor, a.changes->'note'->>'to' AS note FROM "AuditEntry" a JOIN "Organization" o ON o.id = a."organizationId"
    WHERE o.slug LIKE 'elm%' AND a.changes->'note'->>'to' NOT LIKE 'Created%' ORDER BY o.slug, a.action, a.id`);
  expect(rows).toEqual([
    { slug: "elm", action: "administration.removeChild", actor: "system", note: "They have split." },
    { slug: "elm", action: "administration.updateOrganization", actor: "system", note: "It has no offices." },
    { slug: "elm-utah", action: "administration.updateOrganization", actor: "system", note: "They have split." },
  ]);

  for (const [words, message] of [
    [["elm", "--parent", "oak", "--note", "x"], "No organization has the slug oak."],
    [["oak", "--detach", "--note", "x"], "No organization has the slug oak."],
    [
      ["elm", "--parent", "elm", "--note", "x"],
      "An organization cannot be below itself. Choose a parent that is not below it",
    ],
    [
      ["elm", "--timezone", "Mars/Phobos", "--note", "x"],
      "timezone: must be an IANA time zone such as America/Chicago",
    ],
    [["elm", "--no-headquarters", "--note", "x"], expect.stringContaining("must change the organization")],
    [["elm", "--detach"], "note: required"],
    [["Elm", "Nora", "Vale", "nora@elm.example"], "slug: belongs to another organization"],
  ] as const) {
    await expect(runHere(...words), words.join(" ")).rejects.toMatchObject({ message });
  }
  expect(await readOrganizations()).toEqual(changed);
});

test("reports an invalid command in one sentence", async () => {
  await expect(runHere("Ash", "Nora")).rejects.toMatchObject({
    message: expect.stringContaining("npm run organization -- <name> <first name> <last name> <email>"),
  });
  await expect(run("administrator.ts", "nobody")).rejects.toMatchObject({
    code: 1,
    stderr: "It takes 2 words: <email> <name>\n",
  });
  await expect(run("administrator.ts", "nobody", "No Body")).rejects.toMatchObject({
    code: 1,
    stderr: "The e-mail address is none.\n",
  });
});

test.each(["start.ts", "worker.ts"])(
  "%s ends with 1 and a sentence when a later version migrated the database",
  async (program) => {
    const name = "99990101000000_later";
    await owner.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', $1, now())",
      [name],
    );
    try {
      const ended: unknown = await run(program).catch((error: unknown) => error);
      expect(ended).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`does not know: ${name}. A later version migrated it.`),
      });
    } finally {
      await owner.query("DELETE FROM _prisma_migrations WHERE id = 'later'");
    }
  },
);
