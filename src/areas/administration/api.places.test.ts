import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { signInAdministrator, type Administrator } from "../scope-requests/fixtures.ts";
import type { MovePreview } from "./schema.ts";

let server: TestServer;
let owner: Client;
let administrator: Administrator;

beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  owner = await server.connectOwner();
  administrator = await signInAdministrator(server);
});
afterAll(() => server.close(1000));

interface Options {
  parent?: string | null;
  isHeadquarters?: boolean;
  reports?: boolean;
}

async function createFirm(
  name: string,
  { parent = null, isHeadquarters = false, reports = true }: Options = {},
): Promise<string> {
  const id = createId("organization");
  await owner.query(
    `INSERT INTO "Organization" (id, name, "legalName", slug, "parentOrganizationId", "isHeadquarters", "reportsToHeadquarters") VALUES ($1, $2, $2, lower($1), $3, $4, $5)`,
    [id, name, parent, isHeadquarters, reports],
  );
  return id;
}

/**
 * Organizations one below the other.
 *
 * @returns their ids, the top one first
 */
async function createChain(length: number, parent: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  for (let level = 0; level < length; level += 1)
    ids.push(await createFirm(`Level ${level}`, { parent: ids.at(-1) ?? parent }));
  return ids;
}

/** An organization with so many in its hierarchy, itself included. */
async function createWide(size: number): Promise<string> {
  const top = await createFirm("Wide");
  await owner.query(
    `INSERT INTO "Organization" (id, name, "legalName", slug, "parentOrganizationId") SELECT $1 || '-' || n, 'Office', 'Office', lower($1) || '-' || n, $1 FROM generate_series(2, $2::integer) n`,
    [top, size],
  );
  return top;
}

const place = (organizationId: string, parentOrganizationId: string | null) =>
  administrator.portal.mutate("administration.updateOrganization", {
    organizationId,
    parentOrganizationId,
    note: "They have merged.",
  });
const preview = async (values: object) =>
  (await administrator.portal.query<MovePreview>("administration.previewMove", values)).data;
const parentOf = async (id: string) =>
  (
    await owner.query<{ parent: string | null }>(
      `SELECT "parentOrganizationId" AS parent FROM "Organization" WHERE id = $1`,
      [id],
    )
  ).rows[0]?.parent;
const tooDeep = "A hierarchy can be at most 5 levels deep below its top organization. Choose a parent higher up";
const tooLarge = "A hierarchy can have at most 500 organizations. This one would have 501";

/** Both wait for the lock of the hierarchy, and are let go at once. */
async function runTogether(calls: () => ReturnType<typeof place>[]): Promise<number[]> {
  await owner.query("BEGIN");
  await owner.query("SELECT pg_advisory_xact_lock(hashtextextended('organization hierarchy', 0))");
  const watcher = await server.connectOwner();
  try {
    const moves = calls();
    await waitForLock(watcher, moves.length);
    await owner.query("COMMIT");
    return (await Promise.all(moves)).map(({ status }) => status).toSorted();
  } finally {
    await watcher.end();
  }
}

async function expectRejected(organizationId: string, parent: string, message: string): Promise<void> {
  const before = await parentOf(organizationId);
  expect(await preview({ organizationId, parentOrganizationId: parent })).toMatchObject({
    fault: message,
    gains: [],
    losses: [],
  });
  const { error } = await place(organizationId, parent);
  expect([error?.data.code, error?.message]).toEqual(["INVALID_STATE_TRANSITION", message]);
  expect(await parentOf(organizationId)).toBe(before);
}

describe("a hierarchy", () => {
  test("has at most five levels below its top organization", async () => {
    const chain = await createChain(4);
    const [upper, lower] = await createChain(2);
    expect((await place(upper ?? "", chain[3] ?? "")).status).toBe(200);
    await expectRejected(await createFirm("One more"), lower ?? "", tooDeep);
    const created = {
      name: "Too deep",
      owner: { firstName: "Nora", lastName: "Vale", email: "nora@deep.example" },
      parentOrganizationId: lower,
      note: "An office.",
    };
    expect((await administrator.portal.mutate("administration.createOrganization", created)).error?.message).toBe(
      tooDeep,
    );
  });

  test("has at most 500 organizations, also where one moves within it", async () => {
    const wide = await createWide(499);
    const [two] = await createChain(2);
    await expectRejected(two ?? "", wide, tooLarge);
    expect((await place(await createFirm("The last"), wide)).status).toBe(200);
    await expectRejected(await createFirm("One more"), `${wide}-2`, tooLarge);
    expect((await place(`${wide}-2`, `${wide}-3`)).status).toBe(200);
  });

  test("becomes neither too deep nor too large by two moves at once: one succeeds", async () => {
    const [top, middle, bottom] = [await createChain(3), await createChain(2), await createChain(2)];
    expect(
      await runTogether(() => [place(middle[0] ?? "", top[2] ?? ""), place(bottom[0] ?? "", middle[1] ?? "")]),
    ).toEqual([200, 409]);
    const [wide, left, right] = [await createWide(499), await createFirm("Left"), await createFirm("Right")];
    expect(await runTogether(() => [place(left, wide), place(right, wide)])).toEqual([200, 409]);
  });
});

describe("the preview of a change", () => {
  test("shows which headquarters begin and cease to see which organizations, how many move, and who is notified", async () => {
    const [old, next] = [
      await createFirm("Old head", { isHeadquarters: true }),
      await createFirm("New head", { isHeadquarters: true }),
    ];
    const region = await createFirm("Region", { parent: next });
    const office = await createFirm("Office", { parent: old });
    for (const [name, reports] of [
      ["Desk", true],
      ["Silent", false],
    ] as const)
      await createFirm(name, { parent: office, reports });
    const [from, to] = [
      { id: old, name: "Old head", count: 2, names: ["Office", "Desk"] },
      { id: next, name: "New head", count: 2, names: ["Office", "Desk"] },
    ];
    expect(await preview({ organizationId: office, parentOrganizationId: region })).toEqual({
      fault: null,
      moving: 3,
      gains: [to],
      losses: [from],
      notified: ["Office", "Old head", "Region"],
    });
    expect(await preview({ organizationId: office, parentOrganizationId: null })).toEqual({
      fault: null,
      moving: 3,
      gains: [],
      losses: [from],
      notified: ["Office", "Old head"],
    });
    expect(await preview({ organizationId: null, parentOrganizationId: region })).toMatchObject({
      moving: 1,
      gains: [{ name: "New head", count: 1 }],
      notified: ["Region"],
    });
    expect(await parentOf(office)).toBe(old);
  });

  test("shows what a headquarters ceases to see, and what an organization sees that becomes one", async () => {
    const head = await createFirm("Head", { isHeadquarters: true });
    const office = await createFirm("Office", { parent: head });
    await createFirm("Desk", { parent: office });
    const unmoved = { fault: null, moving: 0, notified: [] };
    expect(await preview({ organizationId: head, isHeadquarters: false })).toEqual({
      ...unmoved,
      gains: [],
      losses: [{ id: head, name: "Head", count: 2, names: ["Office", "Desk"] }],
    });
    expect(await preview({ organizationId: office, isHeadquarters: true })).toEqual({
      ...unmoved,
      gains: [{ id: office, name: "Office", count: 1, names: ["Desk"] }],
      losses: [],
    });
  });

  test("sees nothing through an organization that does not report", async () => {
    const head = await createFirm("Head", { isHeadquarters: true });
    const silent = await createFirm("Silent", { parent: head, reports: false });
    expect(await preview({ organizationId: await createFirm("Office"), parentOrganizationId: silent })).toMatchObject({
      fault: null,
      gains: [],
      moving: 1,
    });
  });

  test("of an unknown organization or parent is 404", async () => {
    const firm = await createFirm("Firm");
    for (const values of [
      { organizationId: "org_unknown", parentOrganizationId: null },
      { organizationId: firm, parentOrganizationId: "org_unknown" },
    ]) {
      expect((await administrator.portal.query("administration.previewMove", values)).error?.data.code).toBe(
        "NOT_FOUND",
      );
    }
  });
});
