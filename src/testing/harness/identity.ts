import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { nameCookies } from "../../platform/identity/cookies.ts";
import { createPerson as insertPerson, insertPasswordHash } from "../../platform/identity/people.ts";
import { sessionHours } from "../../platform/identity/sessions.ts";
import {
  createTotpCode,
  createTotpSecret,
  totpStepAt,
  millisecondsUntilNextTotpStep,
} from "../../platform/identity/second-factor/totp.ts";
import { quickPasswords } from "./quick-passwords.ts";
import { testSecret, type TestServer } from "./server.ts";
import { send, type Reply } from "./requests/send.ts";

/** Somebody who can sign in. */
export interface TestPerson {
  userId: string;
  name: string;
  email: string;
  password: string;
  /** Null for a person without a second factor. */
  totpSecret: string | null;
}

export interface PersonOptions {
  name?: string;
  email?: string;
  /** Default true. */
  hasSecondFactor?: boolean;
  isPlatformAdministrator?: boolean;
  /** For a server in a process of its own: it hashes as in production. Default: quickPasswords. */
  hashPassword?: (password: string) => Promise<string>;
  /** Links the person to this member. */
  member?: { organizationId: string; memberId: string };
}

/** Creates a person with a password and, by default, a second factor. */
export async function createPerson(
  server: { services: { database: Database } },
  options: PersonOptions = {},
): Promise<TestPerson> {
  const { database } = server.services;
  const person = { name: options.name ?? "Ada Counsel", email: options.email ?? `${randomUUID()}@firm.example` };
  const password = "correct-horse-battery";
  const totpSecret = options.hasSecondFactor === false ? null : createTotpSecret();
  const userId = await insertPerson(database.withoutTenant, {
    ...person,
    ...(totpSecret !== null && { secondFactor: { secret: totpSecret, key: testSecret } }),
    isPlatformAdministrator: options.isPlatformAdministrator ?? false,
  });
  await insertPasswordHash(
    database.withoutTenant,
    userId,
    await (options.hashPassword ?? quickPasswords.hash)(password),
  );
  const { member } = options;
  if (member !== undefined) {
    await database.withTenantTransaction(member.organizationId, (transaction) =>
      transaction.updateTable("Member").set({ userId }).where("id", "=", member.memberId).execute(),
    );
  }
  return { ...person, password, userId, totpSecret };
}

/**
 * Opens a session as a sign-in leaves it, without the sign-in: for tests of what a signed-in person does.
 *
 * @returns the header `Cookie` of the session
 */
export async function openSession(
  server: Pick<TestServer, "origin" | "services">,
  person: Pick<TestPerson, "userId" | "totpSecret">,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const now = Date.now();
  await server.services.database.withoutTenant
    .insertInto("Session")
    .values({
      id: createId("session"),
      userId: person.userId,
      token,
      expiresAt: new Date(now + sessionHours * 3_600_000).toISOString(),
      secondFactorAt: person.totpSecret === null ? null : new Date(now).toISOString(),
    })
    .execute();
  const signature = createHmac("sha256", testSecret).update(token).digest("base64");
  return `${nameCookies(server.origin).session}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** What a browser holds: cookies by name. */
export type CookieJar = Map<string, string>;

/** A call under /api/auth as a page of the portal makes it; the jar is sent, and learns what is set. */
export async function callIdentity(
  server: Pick<TestServer, "baseUrl" | "origin">,
  path: string,
  body: object,
  { jar = new Map(), headers = {} }: { jar?: CookieJar | undefined; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const reply = await send(server.baseUrl, {
    method: "POST",
    target: `/api/auth${path}`,
    headers: {
      "Content-Type": "application/json",
      Origin: server.origin,
      ...(jar.size > 0 && { Cookie: writeCookies(jar) }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  for (const line of reply.headers["set-cookie"] ?? []) keepCookie(jar, line);
  return reply;
}

function keepCookie(jar: CookieJar, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, equals);
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0")) jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
}

/** The jar as the header `Cookie`. */
export function writeCookies(jar: CookieJar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** The header `Cookie` as a jar. */
export function readCookies(header: string): CookieJar {
  return new Map(
    header.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

/**
 * Signs in over HTTP, second factor included.
 *
 * @returns the header `Cookie` of the session
 */
export async function signIn(
  server: Pick<TestServer, "baseUrl" | "origin">,
  person: Omit<TestPerson, "userId" | "name">,
): Promise<string> {
  const jar: CookieJar = new Map();
  await expectDone(callIdentity(server, "/sign-in/email", { email: person.email, password: person.password }, { jar }));
  if (person.totpSecret !== null)
    await expectDone(
      callIdentity(server, "/two-factor/verify-totp", { code: await drawCode(person.totpSecret) }, { jar }),
    );
  return writeCookies(jar);
}

async function expectDone(call: Promise<Reply>): Promise<void> {
  const reply = await call;
  if (reply.status !== 200) throw new Error(`sign-in failed: ${reply.status} ${reply.text}`);
}

const boundaryMilliseconds = 3_000;

/** The last step whose code a test was given, by secret. */
const drawn = new Map<string, number>();

/**
 * A code that was not given out before. The server takes the codes of the step before, of this one and of the next,
 * each once and in this order, so three are available at once; a test that needs more waits for the next step.
 */
export async function drawCode(totpSecret: string): Promise<string> {
  const present = totpStepAt(Date.now());
  // Close to the end of a step the code of the one before could be too old when it arrives.
  const oldest = millisecondsUntilNextTotpStep(Date.now()) < boundaryMilliseconds ? present : present - 1;
  const step = Math.max((drawn.get(totpSecret) ?? 0) + 1, oldest);
  if (step > present + 1) {
    await delay(millisecondsUntilNextTotpStep(Date.now()) + 50);
    return drawCode(totpSecret);
  }
  drawn.set(totpSecret, step);
  return createTotpCode(totpSecret, step);
}
