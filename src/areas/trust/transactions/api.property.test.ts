import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTrustDisbursement, buildTrustTransaction } from "../../../../prisma/seed/builders/trust.ts";
import { isCheckViolation } from "../../../platform/database/database-errors.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createStatement, type CreatedStatement } from "../../settlements/statements/fixtures.ts";
import { createTrustAccount } from "../accounts/fixtures.ts";

/**
 * Acceptance 15: random histories of an account, through the API where it has the operation, against a model that knows
 * only what a transaction does to a ledger. After each step each ledger and the account are compared to the cent.
 */
let server: TestServer;
let tenant: TestTenant;
let api: Api;
/** Whose lines all disbursements name: what a line authorizes is another test's. */
let statement: CreatedStatement;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  statement = await createStatement(tenant);
});
afterAll(() => server.close(1000));

const firmLimit = 50_000;
type Key = "one" | "two" | "unidentified" | "firm" | "interest";
const clients = ["one", "two"] as const;

type Step =
  | { op: "deposit"; to: "one" | "two" | "unidentified"; cents: number; method: "check" | "wire" }
  | { op: "identify"; pick: number; to: "one" | "two"; cents: number }
  | { op: "clear" | "reverse" | "issue" | "void" | "match"; pick: number }
  | { op: "return"; pick: number; cover: boolean }
  | { op: "firm" | "fee" | "interest" | "remit"; cents: number }
  | { op: "approve"; to: "one" | "two"; cents: number };

const pick = fc.nat(1_000);
const cents = fc.integer({ min: 1, max: 40_000 });
const client = fc.constantFrom(...clients);
const method = fc.constantFrom("check" as const, "wire" as const);
const to = fc.constantFrom("one" as const, "two" as const, "unidentified" as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constant("deposit" as const), to, cents, method }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("identify" as const), pick, to: client, cents }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom("clear", "reverse", "issue", "void"), pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("match" as const), pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("return" as const), pick, cover: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom("firm", "fee", "interest", "remit"), cents }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("approve" as const), to: client, cents }) },
);

interface Moved {
  id: string;
  type: string;
  postings: { key: Key; cents: number }[];
  /** The deposit whose money it moves; of a deposit itself. */
  deposit: Moved | null;
  isCleared: boolean;
  isReversed: boolean;
  takenBackBy: "returned" | "reversed" | null;
  /** By which the bank names it; null for what is not matched here. */
  reference: string | null;
  /** Whether a line of a bank statement is it. */
  isMatched: boolean;
}

/** What the books say, by addition alone. */
class Model {
  readonly moved: Moved[] = [];
  readonly approved: { id: string; key: Key; cents: number; status: "approved" | "issued" | "voided"; paid?: Moved }[] =
    [];

  add(
    moved: Omit<Moved, "isReversed" | "takenBackBy" | "deposit" | "reference" | "isMatched"> &
      Partial<Pick<Moved, "deposit" | "reference">>,
  ): Moved {
    const made: Moved = {
      isReversed: false,
      takenBackBy: null,
      isMatched: false,
      reference: null,
      ...moved,
      deposit: moved.deposit ?? null,
    };
    if (made.type === "deposit" || made.type === "firm_deposit") made.deposit = made;
    this.moved.push(made);
    return made;
  }

  of(key: Key): { balance: number; uncleared: number; reserved: number; available: number } {
    let [balance, uncleared] = [0, 0];
    for (const moved of this.moved)
      for (const posting of moved.postings.filter((each) => each.key === key)) {
        balance += posting.cents;
        if (moved.deposit !== null && !moved.deposit.isCleared) uncleared += posting.cents;
      }
    const held = this.approved.filter((each) => each.key === key && each.status === "approved");
    const reserved = held.reduce((sum, each) => sum + each.cents, 0);
    return { balance, uncleared, reserved, available: balance - uncleared - reserved };
  }

  /** Where the money of a deposit is. */
  partsOf(source: Moved): { key: Key; cents: number }[] {
    const sums = new Map<Key, number>();
    for (const moved of this.moved.filter((each) => each.deposit === source))
      for (const posting of moved.postings) sums.set(posting.key, (sums.get(posting.key) ?? 0) + posting.cents);
    return [...sums].filter(([, sum]) => sum !== 0).map(([key, sum]) => ({ key, cents: sum }));
  }
}

/** So long after all transactions that none matches a line by its day alone. */
const firstBankDay = new Date("2026-04-20T00:00:00Z");

/** A run: the account with its two cases, and the model beside it. */
async function openBooks() {
  const account = await createTrustAccount(tenant);
  const cases = { one: await createCase(tenant), two: await createCase(tenant) };
  const { accountId } = account;
  const caseOf = (key: "one" | "two") => cases[key].caseId;
  const keyOf = (caseId: string | null, kind: string): Key => {
    if (caseId === null) return kind as Key;
    return caseId === cases.one.caseId ? "one" : "two";
  };

  async function readSums() {
    const { rows } = await tenant.inside((transaction) =>
      sql<{ id: string; kind: string; caseId: string | null; balance: number; uncleared: number; reserved: number }>`
        SELECT id, kind, "caseId", "balanceCents" AS balance, "unclearedCents" AS uncleared, "reservedCents" AS reserved
        FROM "TrustLedger" WHERE "accountId" = ${accountId}`.execute(transaction),
    );
    return rows;
  }

  async function readAccount() {
    const { rows } = await tenant.inside((transaction) =>
      sql<Record<string, number>>`
        SELECT a."bookCents", a."unclearedCents", a."lastNumber",
          (SELECT coalesce(sum("balanceCents"), 0)::bigint FROM "TrustLedger" WHERE "accountId" = ${accountId}) AS ledgers,
          (SELECT coalesce(sum("unclearedCents"), 0)::bigint FROM "TrustLedger" WHERE "accountId" = ${accountId}) AS uncleared,
          (SELECT coalesce(sum("bankCents"), 0)::bigint FROM "TrustTransaction" WHERE "accountId" = ${accountId}) AS bank,
          (SELECT count(*) FROM "TrustTransaction" WHERE "accountId" = ${accountId}) AS count
        FROM "TrustAccount" a WHERE a.id = ${accountId}`.execute(transaction),
    );
    return rows[0] ?? {};
  }

  /** Bank, book and ledgers agree, and no ledger is below zero, whatever the history was. */
  async function expectInvariants(): Promise<void> {
    const sums = await readAccount();
    expect(sums).toMatchObject({
      bookCents: sums["ledgers"],
      unclearedCents: sums["uncleared"],
      bank: sums["bookCents"],
      count: sums["lastNumber"],
    });
    for (const { balance, uncleared, reserved } of await readSums())
      expect(Math.min(balance, uncleared, reserved, balance - uncleared - reserved)).toBeGreaterThanOrEqual(0);
  }

  async function expectModel(model: Model): Promise<void> {
    for (const { kind, caseId, balance, uncleared, reserved } of await readSums())
      expect({ kind, balance, uncleared, reserved }).toEqual({ kind, ...pickSums(model.of(keyOf(caseId, kind))) });
    await expectInvariants();
  }

  /** @returns the ID, or null for a conflict */
  async function send(path: string, body: object): Promise<string | null> {
    const reply = await api.change("POST", path, body);
    if (reply.status === 409) return null;
    if (reply.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${reply.status} ${reply.text}`);
    return (reply.body["trustTransaction"] as { id: string }).id;
  }
  const record = (body: object) =>
    send(`/trust-accounts/${accountId}/transactions`, { occurredOn: "2026-03-02", ...body });
  const move = (id: string, body: object) =>
    send(`/trust-transactions/${id}/transitions`, { on: "2026-03-30", ...body });

  const bank = { nextDay: firstBankDay, closingCents: 0 };
  /** Imports a statement of one day with one line. @returns how many of its lines were matched */
  async function importLine(line: { amountCents: number; bankReference: string }): Promise<number> {
    const day = bank.nextDay.toISOString().slice(0, 10);
    const openingCents = bank.closingCents;
    const reply = await api.change("POST", `/trust-accounts/${accountId}/bank-statements`, {
      periodStartOn: day,
      periodEndOn: day,
      openingCents,
      closingCents: openingCents + line.amountCents,
      lines: [{ postedOn: day, description: "Posted", ...line }],
    });
    expect(reply.status, reply.text).toBe(201);
    bank.closingCents += line.amountCents;
    bank.nextDay = new Date(bank.nextDay.getTime() + 86_400_000);
    return (reply.body["bankStatement"] as { matchedCount: number }).matchedCount;
  }

  const ledgerOf = async (key: Key) => (await readSums()).find(({ caseId, kind }) => keyOf(caseId, kind) === key)?.id;

  /** @returns false where a check of the database rejects it */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isCheckViolation(error, /TrustLedger_|TrustTransaction_|TrustAccount_/)) throw error;
      return false;
    }
  }

  return { accountId, caseOf, record, move, importLine, ledgerOf, attempt, expectModel, expectInvariants };
}

const pickSums = ({ balance, uncleared, reserved }: ReturnType<Model["of"]>) => ({ balance, uncleared, reserved });
type Books = Awaited<ReturnType<typeof openBooks>>;

const choose = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

async function receive(books: Books, model: Model, given: Extract<Step, { op: "deposit" }>): Promise<void> {
  const { to: key, cents: amountCents } = given;
  const whose =
    key === "unidentified"
      ? { ledgerKind: "unidentified" }
      : { allocations: [{ caseId: books.caseOf(key), amountCents }] };
  const reference = `R${model.moved.length}`;
  const id = await books.record({ type: "deposit", amountCents, method: given.method, reference, ...whose });
  expect(id).not.toBeNull();
  model.add({
    id: id ?? "",
    type: "deposit",
    postings: [{ key, cents: amountCents }],
    reference,
    isCleared: given.method === "wire",
  });
}

async function identify(books: Books, model: Model, given: Extract<Step, { op: "identify" }>): Promise<void> {
  const source = choose(
    model.moved.filter(({ type }) => type === "deposit"),
    given.pick,
  );
  if (source === undefined) return;
  const left = model.partsOf(source).find(({ key }) => key === "unidentified")?.cents ?? 0;
  const { cents: amountCents, to: key } = given;
  const id = await books.record({
    type: "identification",
    amountCents,
    depositId: source.id,
    allocations: [{ caseId: books.caseOf(key), amountCents }],
  });
  // What has not cleared can be identified; what is left of it is all in the ledger.
  expect(id !== null).toBe(amountCents <= left);
  if (id === null) return;
  const postings = [
    { key: "unidentified" as const, cents: -amountCents },
    { key, cents: amountCents },
  ];
  model.add({ id, type: "identification", postings, deposit: source, isCleared: false });
}

async function own(
  books: Books,
  model: Model,
  { op, cents: amountCents }: Extract<Step, { op: "firm" | "fee" | "interest" | "remit" }>,
) {
  const type = { firm: "firm_deposit", fee: "bank_fee", interest: "interest", remit: "interest_remittance" }[op];
  const key: Key = op === "firm" || op === "fee" ? "firm" : "interest";
  const { balance, available } = model.of(key);
  const reference = `R${model.moved.length}`;
  const id = await books.record({ type, amountCents, reference, ...(op === "firm" && { method: "wire" }) });
  const fits = op === "firm" ? balance + amountCents <= firmLimit : op === "interest" || amountCents <= available;
  expect(id !== null).toBe(fits);
  if (id === null) return;
  const goesOut = op === "fee" || op === "remit";
  model.add({
    id,
    type,
    postings: [{ key, cents: goesOut ? -amountCents : amountCents }],
    reference,
    isCleared: true,
  });
}

async function clear(books: Books, model: Model, index: number): Promise<void> {
  const source = choose(
    model.moved.filter(({ type }) => type === "deposit"),
    index,
  );
  if (source === undefined) return;
  const id = await books.move(source.id, { status: "cleared", basis: "bank_confirmed" });
  expect(id !== null).toBe(!source.isCleared && !source.isReversed);
  if (id !== null) source.isCleared = true;
}

/** The bank posts a transaction: its line is it, unless it was taken back or another line is. Nothing moves. */
async function matchWithBank(books: Books, model: Model, index: number): Promise<void> {
  const target = choose(
    model.moved.filter(({ reference }) => reference !== null),
    index,
  );
  if (target === undefined) return;
  const amountCents = target.postings.reduce((sum, posting) => sum + posting.cents, 0);
  const matched = await books.importLine({ amountCents, bankReference: target.reference ?? "" });
  // What was returned was at the bank; what was reversed never was.
  const isExpected = !target.isMatched && target.takenBackBy !== "reversed";
  expect({ ...target, matched }).toEqual({ ...target, matched: isExpected ? 1 : 0 });
  target.isMatched ||= isExpected;
}

const reversible = new Set([
  "deposit",
  "identification",
  "firm_deposit",
  "firm_cover",
  "bank_fee",
  "interest",
  "interest_remittance",
]);

interface Leaving {
  target: Moved;
  source: Moved | null;
  parts: { key: Key; cents: number }[];
  mayCover: boolean;
}

/** By how much ledgers are short of what leaves them, and whether it may leave. */
function predict(model: Model, { target, source, parts, mayCover }: Leaving) {
  const isUncleared = source !== null && !source.isCleared;
  const short = isUncleared
    ? []
    : parts.flatMap(({ key, cents: leaving }) => {
        const missing = leaving - model.of(key).available;
        return missing > 0 ? [{ key, cents: missing }] : [];
      });
  const isCovered = short.length === 0 || (mayCover && short.every(({ key }) => key === "one" || key === "two"));
  const isOverLimit = parts.some(
    ({ key, cents: leaving }) => key === "firm" && leaving < 0 && model.of(key).balance - leaving > firmLimit,
  );
  const isGone = target.type === "identification" && source?.isReversed === true;
  return { short, isAccepted: isCovered && !isOverLimit && !isGone };
}

async function takeBack(
  books: Books,
  model: Model,
  given: { isReturn: boolean; index: number; cover: boolean },
): Promise<void> {
  const { isReturn, index, cover } = given;
  const deposits = new Set(["deposit", "firm_deposit"]);
  const target = choose(
    model.moved.filter(({ type }) => (isReturn ? deposits : reversible).has(type)),
    index,
  );
  if (target === undefined) return;
  const parts = deposits.has(target.type) ? model.partsOf(target) : target.postings;
  const source = target.type === "firm_cover" ? null : target.deposit;
  const { short, isAccepted } = predict(model, { target, source, parts, mayCover: isReturn && cover });
  const status = isReturn ? "returned" : "reversed";
  const id = await books.move(target.id, { status, reason: "Test", ...(isReturn && cover && { firmCover: true }) });
  expect({ type: target.type, done: id !== null }).toEqual({
    type: target.type,
    // The money of what the bank has posted did move.
    done: !target.isReversed && isAccepted && (isReturn || !target.isMatched),
  });
  if (id === null) return;
  const coverId = `${target.id} cover`;
  if (short.length > 0) model.add({ id: coverId, type: "covered", postings: short, isCleared: true });
  const mirrored = parts.map(({ key, cents: leaving }) => ({ key, cents: -leaving }));
  model.add({ id: `${target.id} back`, type: "back", postings: mirrored, deposit: source, isCleared: false });
  target.isReversed = true;
  target.takenBackBy = status;
}

async function approve(
  books: Books,
  model: Model,
  { to: key, cents: amountCents }: Extract<Step, { op: "approve" }>,
): Promise<void> {
  const ledgerId = await books.ledgerOf(key);
  if (ledgerId === undefined) return;
  const { organizationId } = tenant;
  const { settlementId, shareId, statementId } = statement;
  const row = buildTrustDisbursement({
    organizationId,
    accountId: books.accountId,
    ledgerId,
    caseId: books.caseOf(key === "one" ? "one" : "two"),
    settlementId,
    shareId,
    statementId,
    lineKey: "net_to_client",
    amountCents,
    status: "approved",
    decidedBy: { type: "member", id: "mem_b", name: "B" },
    decidedByPersons: ["another"],
    decidedAt: "2026-03-21T10:00:00.000Z",
  });
  const isDone = await books.attempt(() =>
    tenant.inside(async (transaction) => {
      await sql`UPDATE "TrustLedger" SET "reservedCents" = "reservedCents" + ${amountCents} WHERE id = ${ledgerId}`.execute(
        transaction,
      );
      await transaction.insertInto("TrustDisbursement").values(row).execute();
    }),
  );
  expect(isDone).toBe(amountCents <= model.of(key).available);
  if (isDone) model.approved.push({ id: row.id, key, cents: amountCents, status: "approved" });
}

async function pay(books: Books, model: Model, index: number, isVoid: boolean): Promise<void> {
  const chosen = choose(
    model.approved.filter(({ status }) => status === (isVoid ? "issued" : "approved")),
    index,
  );
  const ledgerId = chosen && (await books.ledgerOf(chosen.key));
  if (chosen === undefined || ledgerId === undefined) return;
  const moves = isVoid ? chosen.cents : -chosen.cents;
  const row = buildTrustTransaction({
    organizationId: tenant.organizationId,
    accountId: books.accountId,
    type: isVoid ? "disbursement_void" : "disbursement",
    occurredOn: "2026-03-30",
    disbursementId: chosen.id,
    ...(chosen.paid !== undefined && { reversesId: chosen.paid.id }),
    postings: [{ ledgerId, amountCents: moves }],
  });
  const columns = isVoid
    ? { status: "voided", voidedOn: "2026-03-30", voidTransactionId: row.id, statusReason: "Lost" }
    : { status: "issued", issuedOn: "2026-03-30", transactionId: row.id };
  await tenant.inside(async (transaction) => {
    if (!isVoid)
      await sql`UPDATE "TrustLedger" SET "reservedCents" = "reservedCents" - ${chosen.cents} WHERE id = ${ledgerId}`.execute(
        transaction,
      );
    await transaction
      .insertInto("TrustTransaction")
      .values({ ...row, postings: JSON.stringify(row.postings) })
      .execute();
    await transaction.updateTable("TrustDisbursement").set(columns).where("id", "=", chosen.id).execute();
  });
  chosen.status = isVoid ? "voided" : "issued";
  chosen.paid = model.add({ id: row.id, type: "paid", postings: [{ key: chosen.key, cents: moves }], isCleared: true });
}

/** Executes a step and holds what happened against the model. */
async function execute(books: Books, model: Model, given: Step): Promise<void> {
  switch (given.op) {
    case "deposit":
      return receive(books, model, given);
    case "identify":
      return identify(books, model, given);
    case "match":
      return matchWithBank(books, model, given.pick);
    case "clear":
      return clear(books, model, given.pick);
    case "reverse":
      return takeBack(books, model, { isReturn: false, index: given.pick, cover: false });
    case "return":
      return takeBack(books, model, { isReturn: true, index: given.pick, cover: given.cover });
    case "approve":
      return approve(books, model, given);
    case "issue":
    case "void":
      return pay(books, model, given.pick, given.op === "void");
    default:
      return own(books, model, given);
  }
}

const runs = { numRuns: isFullExtent ? 1_000 : 15, endOnFailure: !isFullExtent };

test("one connection: every ledger is what the model says after each step", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const books = await openBooks();
      const model = new Model();
      for (const each of steps) {
        await execute(books, model, each);
        await books.expectModel(model);
      }
    }),
    runs,
  );
}, 1_800_000);

/** A step that needs nothing of the model, against records that others change at the same time. */
async function race(books: Books, model: Model, given: Step): Promise<void> {
  const known = choose(model.moved, "pick" in given ? given.pick : 0)?.id ?? "trx_none";
  const tolerant = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!String(error).match(/: (404|409|503) /)) throw error;
    });
  switch (given.op) {
    case "deposit":
      return receive(books, model, given);
    case "firm":
    case "fee":
    case "interest":
    case "remit": {
      const type = { firm: "firm_deposit", fee: "bank_fee", interest: "interest", remit: "interest_remittance" }[
        given.op
      ];
      return void (await tolerant(
        books.record({ type, amountCents: given.cents, ...(given.op === "firm" && { method: "wire" }) }),
      ));
    }
    case "identify": {
      const { to: key, cents: amountCents } = given;
      const allocations = [{ caseId: books.caseOf(key), amountCents }];
      return void (await tolerant(
        books.record({ type: "identification", amountCents, depositId: known, allocations }),
      ));
    }
    case "return":
      return void (await tolerant(books.move(known, { status: "returned", reason: "Test", firmCover: given.cover })));
    case "clear":
      return void (await tolerant(books.move(known, { status: "cleared", basis: "bank_confirmed" })));
    default:
      return void (await tolerant(books.move(known, { status: "reversed", reason: "Test" })));
  }
}

test("several connections at once: bank, book and ledgers agree, and none is below zero", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        const books = await openBooks();
        const model = new Model();
        for (const round of rounds) {
          await Promise.all(round.map((each) => race(books, model, each)));
          await books.expectInvariants();
        }
      },
    ),
    runs,
  );
}, 1_800_000);
