import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CursorExpiredError, UnauthorizedError } from "../../sdk/errors.ts";
import type { CursorStore } from "../../sdk/follow.ts";
import { fileCursorStore } from "../../sdk/node.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { ageEvents } from "../../areas/events/fixtures.ts";
import { readEvents } from "../harness/traces.ts";
import { compileCacheFolder } from "../servers/compile-cache.ts";
import { addressOf, call, follow, openFaultyClient, type FaultyClient } from "./client.ts";

let server: TestServer;
let tenant: TestTenant;
let client: FaultyClient;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1000));

const open = (secret = tenant.secret) => (client = openFaultyClient(server.baseUrl, secret));
const startTenant = async () => {
  tenant = await createTenant(server.services.database);
  open();
};
const createClients = async (count: number) => {
  for (let each = 0; each < count; each += 1)
    await call(client.caseport, "clients.create", { firstName: "Noor", lastName: "Haddad" });
};
/** A store in memory, and what was saved in it. */
const keepCursor = (first: string | null = null) => {
  const saved: string[] = [];
  const store: CursorStore = { load: () => saved.at(-1) ?? first, save: (cursor) => void saved.push(cursor) };
  return { store, saved };
};
const withoutWaiting: typeof fetch = (url, init) => fetch(addressOf(url).replace("wait=25", "wait=0"), init);
const eventIds = async () => (await readEvents(tenant)).map(({ id }) => id);

describe("follow", () => {
  beforeAll(startTenant);

  test("returns the events in order and saves the place when the consumer commits or requests the next page", async () => {
    await createClients(5);
    const { store, saved } = keepCursor();
    const seen: string[] = [];
    for await (const page of follow(client.caseport, { cursorStore: store, limit: 2 })) {
      expect(saved).toHaveLength(seen.length / 2);
      seen.push(...page.events.map(({ id }) => id));
      expect(page.cursor).toBe(page.events.length < 2 ? page.cursor : page.events.at(-1)?.cursor);
      if (seen.length === 2) await page.commit();
      if (seen.length === 5) break;
    }
    expect(seen).toEqual(await eventIds());
    // The loop ended in the last page: it comes again.
    expect(saved).toHaveLength(2);
    for await (const page of follow(client.caseport, { cursorStore: store })) {
      expect(page.events.map(({ id }) => id)).toEqual(seen.slice(4));
      break;
    }
  });

  test("saves nothing of a page whose consumer fails", async () => {
    const { store, saved } = keepCursor();
    const work = async () => {
      for await (const page of follow(client.caseport, { cursorStore: store }))
        throw new Error(`cannot process ${page.events.length}`);
    };
    await expect(work()).rejects.toThrow("cannot process 5");
    expect(saved).toEqual([]);
  });

  test("begins with the events from now on, which it saves before it waits", async () => {
    const { store, saved } = keepCursor();
    const pages = follow(client.caseport, {
      cursorStore: {
        load: store.load,
        save: async (cursor) => {
          if (saved.length === 0) await createClients(1);
          await store.save(cursor);
        },
      },
      from: "now",
    });
    const { value } = await pages.next();
    expect(saved).toHaveLength(1);
    expect(value?.events.map(({ id }) => id)).toEqual((await eventIds()).slice(-1));
    await pages.return();
  });

  test("filters, and moves past what the filter hides", async () => {
    const { saved } = keepCursor();
    const stop = new AbortController();
    const save = (cursor: string) => {
      saved.push(cursor);
      stop.abort();
    };
    const { caseport } = openFaultyClient(server.baseUrl, tenant.secret, { fetch: withoutWaiting });
    const none = follow(caseport, {
      cursorStore: { load: () => null, save },
      filter: { eventType: "case.created", since: "2020-01-01T00:00:00Z" },
      signal: stop.signal,
    });
    expect(await none.next()).toEqual({ done: true, value: undefined });
    expect(saved).toEqual([await call(client.caseport, "events.readEnd")]);
  });

  test("waits out what is lost, and ends with the signal", async () => {
    const stop = new AbortController();
    const { store } = keepCursor();
    client.fail("unsent", "lost", "unsent", { status: 503 }, "cut", "unsent", "unsent", "lost");
    const pages = follow(client.caseport, { cursorStore: store, signal: stop.signal });
    expect((await pages.next()).value?.events.length).toBeGreaterThan(0);
    expect(client.waits.length).toBeGreaterThanOrEqual(8);
    const next = pages.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("does not request again at once where the server lets nobody wait", async () => {
    const stop = new AbortController();
    const { store } = keepCursor((await call(client.caseport, "events.readEnd")) as unknown as string);
    open();
    const impatient = openFaultyClient(server.baseUrl, tenant.secret, {
      fetch: withoutWaiting,
      sleep: (milliseconds) => {
        client.waits.push(milliseconds);
        if (client.waits.length === 3) stop.abort();
        return Promise.resolve();
      },
    });
    for await (const page of follow(impatient.caseport, { cursorStore: store, signal: stop.signal }))
      expect.unreachable(`${page.events.length} events`);
    expect(client.waits.map((wait) => wait >= 1_000 && wait <= 5_000)).toEqual([true, true, true]);
  });

  test("ends with the error when the key is paused", async () => {
    const { secret, keyId } = await createKey(tenant, {});
    const { store } = keepCursor();
    const pages = follow(open(secret).caseport, { cursorStore: store });
    await pages.next();
    await changeRow(tenant, "IntegrationKey", keyId, { pausedAt: new Date().toISOString() });
    await expect(pages.next()).rejects.toBeInstanceOf(UnauthorizedError);
  });

  test("throws CursorExpiredError when the events after the cursor are no longer kept", async () => {
    await startTenant();
    await createClients(3);
    const [first] = await readEvents(tenant);
    const place = (await call(client.caseport, "events.get", String(first?.id)))["event"] as { cursor: string };
    const owner = await server.connectOwner();
    await owner.query("SET session_replication_role = replica");
    await ageEvents(owner, tenant.organizationId, 2);
    await owner.end();
    await expect(
      follow(client.caseport, { cursorStore: keepCursor(place.cursor).store }).next(),
    ).rejects.toBeInstanceOf(CursorExpiredError);
    const broken = follow(client.caseport, { cursorStore: keepCursor("broken").store }).next();
    await expect(broken).rejects.not.toBeInstanceOf(CursorExpiredError);
    await expect(broken).rejects.toMatchObject({ code: "VALIDATION_FAILED", reason: "cursor_invalid" });
  });
});

describe("a follower that is killed", () => {
  test("loses no event and changes no order: it begins again with the page it had not finished", async () => {
    await startTenant();
    await createClients(14);
    const folder = mkdtempSync(join(tmpdir(), "follower-"));
    const expected = await eventIds();
    // Killed within the first page, before its commit, within the second page, and at the end.
    for (const count of [2, 3, 4, 11]) await runUntil(folder, count);
    const processed = readFileSync(join(folder, "processed"), "utf8").trim().split("\n");
    expect(processed).toEqual([
      ...expected.slice(0, 2),
      ...expected.slice(0, 3),
      ...expected.slice(0, 4),
      ...expected.slice(3),
    ]);
    expect(await fileCursorStore(join(folder, "cursor")).load()).toBeTruthy();
  });
});

/** Runs the follower and kills it when it has processed so many events. */
async function runUntil(folder: string, count: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "follower.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: compileCacheFolder(),
      TEST_FOLLOWER: JSON.stringify({ apiKey: tenant.secret, baseUrl: server.baseUrl, folder }),
    },
  });
  let seen = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    seen += 1;
    if (seen === count) break;
    child.stdin.write("\n");
  }
  child.kill("SIGKILL");
  await once(child, "exit");
}
