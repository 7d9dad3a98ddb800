import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createManagedTenant, type SignedInMember } from "../team/fixtures.ts";
import type { EventRecord } from "./schema.ts";
import { pageBytes } from "./store.ts";

/**
 * Bytes of the payloads, by number: small ones, large ones, one that is more than a page may hold, and some that just
 * fit.
 */
const sizes = [
  100,
  100,
  ...Array<number>(12).fill(400_000),
  pageBytes + 100_000,
  100,
  ...Array<number>(3).fill(1_500_000),
  100,
];
const numbers = sizes.map((_, index) => index + 1);

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  await owner.query(
    `INSERT INTO "Event"
     SELECT $1, n, 'evt_' || n, 'folder', 'fol_1', 'folder.updated', now(), '{"id": "key_1", "type": "integration_key", "name": "Key"}',
            jsonb_build_object('id', 'fol_1', 'name', repeat('x', size / 2)), jsonb_build_object('name', repeat('y', size / 2)), '[]', 'req', '{}'
     FROM unnest($2::integer[]) WITH ORDINALITY AS e(size, n)`,
    [tenant.organizationId, sizes],
  );
  await owner.query(`INSERT INTO "EventCounter" ("organizationId", last) VALUES ($1, $2)`, [
    tenant.organizationId,
    sizes.length,
  ]);
});
afterAll(() => server.close(1000));

interface Page {
  events: EventRecord[];
  nextCursor: string | null;
}

/** @returns the numbers of the events on each page, up to an empty one or the list's end */
async function readPages(readPage: (after: string | undefined) => Promise<Page>): Promise<number[][]> {
  const pages: number[][] = [];
  for (let after: string | undefined; pages.length < 100;) {
    const { events, nextCursor } = await readPage(after);
    if (events.length > 0) pages.push(events.map(({ id }) => Number(id.slice(4))));
    if (events.length === 0 || nextCursor === null) return pages;
    after = nextCursor;
  }
  throw new Error("the feed does not end");
}

const weigh = (page: readonly number[]) => page.reduce((sum, number) => sum + (sizes[number - 1] ?? 0), 0);

function expectBounded(pages: readonly number[][]): void {
  for (const page of pages) if (page.length > 1) expect(weigh(page)).toBeLessThanOrEqual(pageBytes);
  // As many as fit: no two neighbors would have fitted into one.
  for (const [index, page] of pages.slice(0, -1).entries())
    expect(weigh([...page, ...(pages[index + 1] ?? []).slice(0, 1)])).toBeGreaterThan(pageBytes * 0.99);
}

test.each([
  "/events?",
  "/events?entity=folder&",
  "/events?eventType=folder.updated&",
  "/events?entityId=fol_1&",
  "/document-events?",
])("%s: a page stops at its size limit, has at least one event, and no event is lost or repeated", async (path) => {
  const pages = await readPages(async (after) => {
    const reply = await openApi(server, tenant.secret).get(
      `${path}limit=500${after === undefined ? "" : `&after=${after}`}`,
    );
    return readBody<Page>(reply);
  });
  expect(pages.flat()).toEqual(numbers);
  expect(pages).toContainEqual([15]);
  expectBounded(pages);
});

test.each([{}, { entity: "folder" }, { entityId: "fol_1" }])(
  "newest first, %j: the same, until the list ends",
  async (filter) => {
    const pages = await readPages(async (after) => {
      const { data } = await manager.portal.query<Page>("events.listNewest", {
        ...filter,
        limit: 200,
        ...(after !== undefined && { after }),
      });
      return data;
    });
    expect(pages.flat()).toEqual(numbers.toReversed());
    expect(pages).toContainEqual([15]);
    expectBounded(pages);
  },
);

test("a page limited by count still has that count, and its cursor continues", async () => {
  const pages = await readPages(async (after) =>
    readBody<Page>(
      await openApi(server, tenant.secret).get(`/events?limit=2${after === undefined ? "" : `&after=${after}`}`),
    ),
  );
  expect(pages.flat()).toEqual(numbers);
  expect(pages[0]).toEqual([1, 2]);
});
