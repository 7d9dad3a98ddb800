import { existsSync, mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { DemoSummary } from "../prisma/seed/demonstration.ts";
import { readDemoData } from "./demonstration.ts";

/** Somebody of demo.json who can sign in. */
export type PersonName = keyof DemoSummary["portal"];

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;

/** What specs share, through a file: Playwright starts a new process after every failure. */
interface Kept {
  /** The time step of the last code that was used: the server takes none twice. */
  step?: number;
  cookies?: Cookies;
  signedInAt?: number;
}

const keptFile = join(process.env["E2E_DATA_DIR"] ?? ".data", "e2e-people");
const periodMilliseconds = 30_000;
/** Ten minutes long the second factor counts as fresh; a session that is nearly that old is not handed out any more. */
const freshMilliseconds = 7 * 60_000;

function readKept(person: PersonName): Kept {
  const file = `${keptFile}-${person}.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : {};
}

function keep(person: PersonName, changes: Kept): void {
  writeFileSync(`${keptFile}-${person}.json`, JSON.stringify({ ...readKept(person), ...changes }), { mode: 0o600 });
}

/** A code of the person's second factor that was not used yet; waits for the next one where it must. */
export async function nextCode(person: PersonName): Promise<string> {
  const { totpSecret } = readDemoData().portal[person];
  if (totpSecret === undefined) throw new Error(`${person} has no second factor`);
  const used = readKept(person).step ?? 0;
  const wait = (used + 1) * periodMilliseconds - Date.now();
  if (wait > 0) await waitFor(wait + 50);
  const now = Date.now();
  keep(person, { step: Math.floor(now / periodMilliseconds) });
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: now });
}

/** Waits, and does not let that count against the test. */
async function waitFor(milliseconds: number): Promise<void> {
  test.info().setTimeout(test.info().timeout + milliseconds);
  await new Promise((done) => setTimeout(done, milliseconds));
}

/** A code of a secret that a test itself set up. */
export function makeCode(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/**
 * Signs a person in, second factor included, and leaves the page where it is. A session of an earlier spec is used again as
 * long as its second factor is fresh.
 * @param anew for specs that end the session
 */
export async function signIn(page: Page, person: PersonName, { anew = false } = {}): Promise<void> {
  const release = await lockPerson(person);
  try {
    await signInAlone(page, person, anew);
  } finally {
    release();
  }
}

/** One test at a time signs a person in: two would draw the same code. */
async function lockPerson(person: PersonName): Promise<() => void> {
  const folder = `${keptFile}.${person}`;
  for (;;) {
    try {
      mkdirSync(folder);
      return () => rmdirSync(folder);
    } catch {
      if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
      else await waitFor(100);
    }
  }
}

/** Of a worker that was killed meanwhile. Nobody takes this long: at most one step of codes is waited for. */
function isAbandoned(folder: string): boolean {
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > 2 * periodMilliseconds + 30_000;
}

async function signInAlone(page: Page, person: PersonName, anew: boolean): Promise<void> {
  const kept = readKept(person);
  if (!anew && kept.cookies !== undefined && Date.now() - (kept.signedInAt ?? 0) < freshMilliseconds) {
    await page.context().addCookies(kept.cookies);
    const answer = await page.request.get("/api/trpc/account.get?input=%7B%7D");
    if (answer.ok()) return;
  }
  await page.context().clearCookies();
  await signInByHttp(page, person);
  if (!anew) keep(person, { cookies: await page.context().cookies(), signedInAt: Date.now() });
}

async function signInByHttp(page: Page, person: PersonName): Promise<void> {
  const { email, password, totpSecret } = readDemoData().portal[person];
  await ask(page, "sign-in/email", { email, password });
  if (totpSecret !== undefined) await ask(page, "two-factor/verify-totp", { code: await nextCode(person) });
}

/** Asks a sign-in endpoint as the portal's own pages do; specs together may well be more than a person's attempts. */
async function ask(page: Page, path: string, data: object): Promise<void> {
  const { origin } = new URL((await page.request.head("/")).url());
  const send = () => page.request.post(`/api/auth/${path}`, { data, headers: { Origin: origin } });
  let answer = await send();
  if (answer.status() === 429) {
    await waitFor(Number(answer.headers()["retry-after"]) * 1_000);
    answer = await send();
  }
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
}

/** The address of a screen in the demonstration's firm: `/credentials`. The page must be signed in as a member. */
export async function findSlug(page: Page): Promise<string> {
  const { ids } = readDemoData();
  const answer = await page.request.get("/api/trpc/account.get?input=%7B%7D");
  const { result } = (await answer.json()) as { result: { data: { memberships: { organizationId: string; slug: string }[] } } };
  const { memberships } = result.data;
  const slug = (memberships.find(({ organizationId }) => organizationId === ids.organizationId) ?? memberships[0])?.slug;
  if (slug === undefined) throw new Error("nobody is signed in, or is a member of nothing");
  return slug;
}

/** A key of the demonstration's firm. The page must be signed in as a member who may look after keys. */
export async function findKeyId(page: Page): Promise<string> {
  const slug = await findSlug(page);
  const answer = await page.request.get("/api/trpc/serviceAccounts.list?input=%7B%7D", { headers: { "x-organization": slug } });
  const { result } = (await answer.json()) as { result: { data: { serviceAccounts: { id: string }[] } } };
  const id = result.data.serviceAccounts[0]?.id;
  if (id === undefined) throw new Error("the firm has no key");
  return id;
}
