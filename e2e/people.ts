import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { DemoSummary } from "../prisma/seed/demo.ts";
import { askUntilFree } from "./client.ts";
import { dataFolder } from "./database.ts";
import { readDemoData } from "./demo-data.ts";
import { createCode } from "./second-factor.ts";

/** Somebody of demo.json who can sign in. */
export type PersonName = Exclude<keyof DemoSummary["portal"], "calendarFeedUrl">;

/** How somebody signs in. */
export interface Person {
  email: string;
  password: string;
  /** Base32; without it the person has no second factor. */
  totpSecret?: string;
}

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;

/** A session that tests share, through a file: Playwright runs several processes. */
interface SharedSession {
  cookies: Cookies;
  signedInAt: number;
}

/** The second factor counts as fresh for ten minutes; a session that is nearly that old is replaced. */
const freshMilliseconds = 7 * 60_000;
/** Longer than a test may take: the lock's owner was killed. */
const abandonedMilliseconds = 120_000;

/** A code of a secret that a test itself set up. */
export function makeCode(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

export function findPerson(name: PersonName): Person {
  return readDemoData().portal[name];
}

/**
 * Signs a person in, second factor included, and leaves the page where it is. All tests share one session of each
 * person of demo.json.
 *
 * @param again for tests that end the session
 */
export async function signIn(page: Page, name: PersonName, { anew = false } = {}): Promise<void> {
  const context = page.context();
  await lockPerson(name, async () => {
    const shared = anew ? null : readSession(name);
    const held = await context.cookies();
    // An open page would detect the missing session and go to the sign-in page.
    if (
      shared?.every((cookie) => held.some((other) => other.name === cookie.name && other.value === cookie.value)) ===
      true
    )
      return;
    await context.clearCookies();
    if (shared !== null) return context.addCookies(shared);
    await signInAnew(page, findPerson(name));
    if (!anew) shareSession(name, await context.cookies());
  });
}

const sessionFile = (name: PersonName) => join(dataFolder, `e2e-session-${name}.json`);

function shareSession(name: PersonName, cookies: Cookies): void {
  writeFileSync(sessionFile(name), JSON.stringify({ cookies, signedInAt: Date.now() } satisfies SharedSession), {
    mode: 0o600,
  });
}

function readSession(name: PersonName): Cookies | null {
  if (!existsSync(sessionFile(name))) return null;
  const { cookies, signedInAt } = JSON.parse(readFileSync(sessionFile(name), "utf8")) as SharedSession;
  return Date.now() - signedInAt < freshMilliseconds ? cookies : null;
}

/** Runs work while no other test signs this person in: two would draw the same code, which the server accepts once. */
export async function lockPerson<Result>(name: PersonName, work: () => Promise<Result>): Promise<Result> {
  const folder = `${sessionFile(name)}.lock`;
  while (!tryToLock(folder)) await wait(20);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tryToLock(folder: string): boolean {
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > abandonedMilliseconds) rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Signs in through the endpoints that the sign-in page uses; sign-in.spec.ts shows the page itself. */
export async function signInAnew(page: Page, person: Person): Promise<void> {
  const { email, password, totpSecret } = person;
  await post(page, "sign-in/email", () => ({ email, password }));
  if (totpSecret !== undefined)
    await post(page, "two-factor/verify-totp", async () => ({ code: await createCode(person) }));
}

/** @param makeData called for each attempt: a code is accepted once */
async function post(page: Page, path: string, makeData: () => object | Promise<object>): Promise<void> {
  const { origin } = new URL(readDemoData().baseUrl);
  const response = await askUntilFree(async () =>
    page.request.post(`/api/auth/${path}`, { data: await makeData(), headers: { Origin: origin } }),
  );
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
}

/** The slug of the demo firm in the portal's URLs; for people of other firms, the slug of their own. */
export async function findSlug(page: Page): Promise<string> {
  const { ids } = readDemoData();
  const response = await askUntilFree(() => page.request.get("/api/trpc/account.get?input=%7B%7D"));
  const { result } = (await response.json()) as {
    result: { data: { memberships: { organizationId: string; slug: string }[] } };
  };
  const { memberships } = result.data;
  const slug = (memberships.find(({ organizationId }) => organizationId === ids.organizationId) ?? memberships[0])
    ?.slug;
  if (slug === undefined) throw new Error("nobody is signed in, or the person is not a member of an organization");
  return slug;
}
