import { findTier, type CourtDays } from "../../src/areas/settlements/calculation/domain.tiers.ts";
import { FeeAgreement } from "../../src/areas/settlements/fee-agreements/schema.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { objectKey } from "../../src/platform/storage/storage.ts";
import { closeBooks } from "./bank.ts";
import { buildDocument, describeFile } from "./builders/documents.ts";
import {
  buildFeeAgreement,
  buildLien,
  buildNegotiation,
  buildSettlement,
  buildSettlementPayer,
  buildSettlementShare,
} from "./builders/settlements.ts";
import type { SeededFile } from "./documents.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { writePdf } from "./pdf.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";
import { addReferringFirm } from "./referring-firm.ts";
import { addStatement, finalizeLien, payOut, type Lines } from "./statements.ts";
import { deposit, openBooks, openLedger, returnDeposit, type Books } from "./trust-books.ts";

/** How a settlement of a case stands: the cases of each stage in turn. */
type Standing =
  | "draft"
  | "voided"
  | "fell_through"
  | "agreed"
  | "minor"
  | "overdue"
  | "received"
  | "issued"
  | "declined"
  | "pending"
  | "held_back"
  | "released"
  | "approved"
  | "returned"
  | "closed";

/** An offer that came to nothing is of a case that is negotiated; the amounts of a case follow what is in force. */
const standings: Readonly<Record<string, readonly Standing[]>> = {
  negotiation: ["draft", "voided", "fell_through"],
  settlement_pending: ["agreed", "minor", "overdue", "received"],
  lien_resolution: ["issued", "declined", "received"],
  disbursement: ["pending", "held_back", "approved", "returned", "released"],
  closed: ["closed"],
};

/** Of cases that are negotiated, so many have a settlement that is not in force. */
const notInForce = 3;

interface Planned {
  firmCase: FirmCase;
  standing: Standing;
  /** When it was agreed on, in milliseconds. */
  agreedAt: number;
  special: Lines["special"];
  /** Whether the case came from a firm elsewhere, which gets a part of the fee. */
  isReferred: boolean;
}

/** How many liens are not final when the settlement is agreed on. */
const unfinished: ReadonlyMap<Standing, number> = new Map([
  ["declined", 1],
  ["held_back", 1],
  ["released", 1],
]);

/**
 * The settlements of the firm's cases, with their statements, and its trust account with all that was paid in and out.
 *
 * @returns the bytes of the documents that they rest on
 */
export async function buildSettlements(firm: Firm, cases: readonly FirmCase[]): Promise<SeededFile[]> {
  const planned = planSettlements(firm, cases);
  chooseSpecial(firm, planned);
  const firstAt = Math.min(...planned.map(({ agreedAt }) => agreedAt), firm.now - 60 * dayMilliseconds);
  const books = openBooks(firm, firstAt);
  const files: SeededFile[] = [];
  const inOrder = planned.toSorted((one, other) => one.agreedAt - other.agreedAt);
  for (const [place, each] of inOrder.entries()) {
    files.push(...settle(books, each, place));
    await firm.pause();
  }
  closeBooks(books);
  return files;
}

function planSettlements({ now }: Firm, cases: readonly FirmCase[]): Planned[] {
  const counts = new Map<string, number>();
  let hasReferred = false;
  return cases.flatMap((firmCase) => {
    const { matterStage, matterStatus, settlementDate, deletedAt, openedOn } = firmCase.row;
    const possible = standings[matterStage];
    if (possible === undefined || deletedAt !== null || openedOn === null || firmCase.isStory) return [];
    const isNegotiated = matterStage === "negotiation";
    if (isNegotiated ? matterStatus !== "open" : settlementDate === null) return [];
    const count = counts.get(matterStage) ?? 0;
    counts.set(matterStage, count + 1);
    if (isNegotiated && count >= notInForce) return [];
    const standing = possible[count % possible.length] ?? "agreed";
    const agreedAt = settlementDate === null ? now - 12 * dayMilliseconds : Date.parse(settlementDate);
    const isReferred = standing === "pending" && !hasReferred;
    hasReferred ||= isReferred;
    return [{ firmCase, standing, agreedAt, special: null, isReferred }];
  });
}

/** A check of so many days ago, which nobody cashed, is reported as stale. */
const staleDays = [95, 170] as const;

/** The closed settlements whose checks went otherwise than the rest: one of each kind. */
function chooseSpecial({ now }: Firm, planned: readonly Planned[]): void {
  const ageOf = ({ firmCase }: Planned) => (now - Date.parse(firmCase.row.recoveryDate ?? "")) / dayMilliseconds;
  const closed = planned.filter(({ standing }) => standing === "closed");
  const stale = closed.find((each) => ageOf(each) >= staleDays[0] && ageOf(each) <= staleDays[1]);
  if (stale !== undefined) stale.special = "stale_check";
  const voided = closed.find((each) => each !== stale);
  if (voided !== undefined) voided.special = "voided_check";
}

/** Papers of a case on which a settlement rests. */
interface Papers {
  retainer: Row<"Document">;
  agreement: Row<"Document">;
}

function settle(
  books: Books,
  { firmCase, standing, agreedAt, special, isReferred }: Planned,
  place: number,
): SeededFile[] {
  const { firm } = books;
  const { organizationId, add, history, actor, now } = firm;
  const { papers, files } = addPapers(firm, firmCase, agreedAt);
  const agreement = addAgreement(firm, firmCase, papers);
  const grossCents = firmCase.row.settlementAmountCents ?? 4_800_000 + 100_000 * place;
  const offer = addLog(firm, firmCase, { grossCents, agreedAt });
  const day = toDay(agreedAt);
  const createdAt = toInstant(agreedAt - hourMilliseconds);
  const year = createdAt.slice(0, 4);
  const number = firm.rows.Settlement.filter(({ sequenceId }) => sequenceId.startsWith(`STL-${year}`)).length + 1;
  const relatedIds = relateToCase(firmCase);
  const { Settlement: settlement } = add({
    Settlement: buildSettlement({
      organizationId,
      sequenceId: `STL-${year}-${String(number).padStart(5, "0")}`,
      caseId: firmCase.row.id,
      title: place % 4 === 0 ? "Global settlement with the liability carrier" : null,
      isConfidential: place % 5 === 0,
      negotiationId: offer.id,
      paymentDueOn: toDay(agreedAt + 30 * dayMilliseconds),
      grossCents,
      createdBy: describeActor(actor),
      createdAt,
    }),
  });
  history.recordCreation("settlement.created", settlement, relatedIds, actor);
  const { payer, share, insurer } = addParts(firm, { firmCase, settlement, papers, standing, day });
  const change = (status: string, columns: Partial<Row<"Settlement">>, at: number) =>
    history.recordChange(
      status === "agreed" ? "settlement.agreed" : "settlement.status_changed",
      settlement,
      { ...columns, status },
      { at: Math.min(at, now), relatedIds, actor },
    );
  if (standing === "draft") return files;
  if (standing === "voided") {
    change("voided", { statusReason: "Entered for the wrong claimant" }, agreedAt + hourMilliseconds);
    return files;
  }
  change("agreed", { agreedOn: day }, agreedAt);
  if (standing === "fell_through") {
    change(
      "fell_through",
      { statusReason: "The carrier withdrew its authority" },
      Math.min(agreedAt + 9 * dayMilliseconds, now - hourMilliseconds),
    );
    return files;
  }
  const court = findCourtDays(firm, firmCase);
  const tier = findTier(FeeAgreement.pick({ tiers: true, triggersReached: true }).parse(agreement), court, day);
  const liens = addLiens(firm, firmCase, { grossCents, agreedAt });
  const parties = { payer, share, liens, insurer: insurer.name };
  const referral = isReferred ? addReferringFirm(firm, firmCase) : null;
  const of: Lines = { ...parties, books, firmCase, settlement, papers, referral, tier, special };
  const open = unfinished.get(standing) ?? 0;
  for (const lien of liens.slice(open)) finalizeLien(of, lien, agreedAt);
  moveMoney(of, { standing, agreedAt, change });
  return files;
}

type Change = (status: string, columns: Partial<Row<"Settlement">>, at: number) => void;

interface Course {
  standing: Standing;
  agreedAt: number;
  change: Change;
}

/** What was paid in, and what of it is paid out. */
function moveMoney(of: Lines, { standing, agreedAt, change }: Course): void {
  const { books, firmCase, settlement, payer, share, insurer } = of;
  const { now } = books.firm;
  const { recoveryDate } = firmCase.row;
  const grossCents = payer.grossCents;
  if (["agreed", "minor", "overdue"].includes(standing)) {
    // Only what is late, is: the rest is due from now on.
    const isOverdue = toDay(agreedAt + 30 * dayMilliseconds) < toDay(now);
    settlement.paymentDueOn =
      standing === "overdue" || !isOverdue ? settlement.paymentDueOn : toDay(now + 10 * dayMilliseconds);
    if (standing === "overdue") {
      settlement.paymentDueOn = toDay(now - 6 * dayMilliseconds);
      payer.paymentStatus = "overdue";
    }
    return;
  }
  if (recoveryDate === null) {
    // A check that the bank has not confirmed.
    const at = Math.max(agreedAt + 2 * hourMilliseconds, now - 3 * dayMilliseconds);
    deposit(books, firmCase, {
      payer,
      counterpartyName: insurer,
      at: Math.min(at, now - hourMilliseconds),
      clearedAt: null,
    });
    Object.assign(payer, { receivedCents: grossCents, paymentStatus: "received" });
    Object.assign(share, { receivedCents: grossCents });
    change("funds_received", { receivedCents: grossCents }, Math.min(at, now - hourMilliseconds));
    if (standing === "received") return;
    const first = addStatement(of, { at: now - 50 * 60_000, version: 1, status: "issued" });
    if (standing === "declined") {
      first.end("declined", "The client wants the lien to be negotiated first", now - 40 * 60_000);
      addStatement(of, { at: now - 30 * 60_000, version: 2, status: "draft" });
    }
    return;
  }
  const clearedAt = Date.parse(recoveryDate);
  const at = Math.max(agreedAt + 2 * hourMilliseconds, clearedAt - 9 * dayMilliseconds);
  if (standing === "returned") {
    const returnedAt = Math.min(at + 30 * 60_000, clearedAt - 1);
    const bounced = deposit(books, firmCase, { payer, counterpartyName: insurer, at, clearedAt: null });
    returnDeposit(books, bounced, Math.max(returnedAt, at + 60_000));
  }
  const receivedAt = standing === "returned" ? clearedAt : Math.min(at, clearedAt);
  deposit(books, firmCase, { payer, counterpartyName: insurer, at: receivedAt, clearedAt });
  Object.assign(payer, { receivedCents: grossCents, clearedCents: grossCents, paymentStatus: "cleared" });
  Object.assign(share, { receivedCents: grossCents, clearedCents: grossCents });
  if (receivedAt < clearedAt) change("funds_received", { receivedCents: grossCents }, receivedAt);
  change(
    "funds_cleared",
    { receivedCents: grossCents, clearedCents: grossCents, fundsClearedOn: toDay(clearedAt) },
    clearedAt,
  );
  openLedger(books, firmCase, receivedAt);
  payOut(of, { standing, clearedAt, change });
}

/** The days of the case's court actions, as statements read them. */
function findCourtDays({ rows }: Firm, { row }: FirmCase): CourtDays {
  const actions = rows.CourtAction.filter(({ caseId, deletedAt }) => caseId === row.id && deletedAt === null);
  const first = (days: readonly (string | null)[]) => days.filter((day) => day !== null).toSorted()[0] ?? null;
  const suits = actions.filter(({ type }) => ["state_civil", "federal_civil", "small_claims"].includes(type));
  return {
    suitFiledOn: first(suits.map(({ filedOn }) => filedOn)),
    answeredOn: first(actions.map(({ answeredOn }) => answeredOn)),
    appealFiledOn: first(actions.filter(({ type }) => type === "appeal").map(({ filedOn }) => filedOn)),
  };
}

/** The retainer and the settlement agreement, signed. */
function addPapers(firm: Firm, firmCase: FirmCase, agreedAt: number): { papers: Papers; files: SeededFile[] } {
  const { row, client } = firmCase;
  const who = `${client.firstName} ${client.lastName}, case ${row.sequenceId}`;
  const folders = firm.rows.Folder.filter(({ caseId }) => caseId === row.id);
  const openedAt = Date.parse(`${row.openedOn ?? ""}T16:00:00Z`);
  const plans = [
    ["Retainer agreement", "retainer_agreement", "Intake", Math.min(openedAt, agreedAt - dayMilliseconds)],
    ["Settlement agreement and release", "settlement_agreement", "Settlement", agreedAt],
  ] as const;
  const [retainer, agreement] = plans.map(([name, category, folder, at]) => {
    const bytes = writePdf([[`${name}: ${who}`]]);
    const { Document: document, StoredObject: object } = firm.add(
      buildDocument({
        organizationId: firm.organizationId,
        caseId: row.id,
        folderId: folders.find((each) => each.name === folder)?.id ?? null,
        name,
        ...describeFile(`${category}.pdf`, "application/pdf", bytes),
        category,
        source: "api",
        containsPhi: false,
        ownerAttorneyId: firm.actor.onBehalfOfAttorneyId,
        uploadedBy: describeActor(firm.actor),
        createdAt: toInstant(at),
      }),
    );
    return { document, file: { key: objectKey(firm.organizationId, object.id), bytes } };
  });
  if (retainer === undefined || agreement === undefined) throw new Error("there are two papers");
  return {
    papers: { retainer: retainer.document, agreement: agreement.document },
    files: [retainer.file, agreement.file],
  };
}

function addAgreement(firm: Firm, firmCase: FirmCase, { retainer }: Papers): Row<"FeeAgreement"> {
  const { organizationId, add, history, actor, rows } = firm;
  const known = rows.FeeAgreement.find(({ caseId }) => caseId === firmCase.row.id);
  if (known !== undefined) return known;
  const { FeeAgreement: agreement } = add({
    FeeAgreement: buildFeeAgreement({
      organizationId,
      caseId: firmCase.row.id,
      documentId: retainer.id,
      jurisdiction: firmCase.row.caseState,
      signedOn: toDay(Date.parse(retainer.createdAt)),
      createdBy: describeActor(actor),
      createdAt: retainer.createdAt,
    }),
  });
  history.recordCreation("fee_agreement.updated", agreement, relateToCase(firmCase), actor);
  return agreement;
}

/** Demand, offer, the client's decision, acceptance. Returns the offer. */
function addLog(
  firm: Firm,
  firmCase: FirmCase,
  { grossCents, agreedAt }: { grossCents: number; agreedAt: number },
): Row<"Negotiation"> {
  const { organizationId, add, history, actor } = firm;
  const entry = (
    daysBefore: number,
    values: Pick<Row<"Negotiation">, "type" | "direction" | "status"> & Partial<Row<"Negotiation">>,
  ): Row<"Negotiation"> => {
    const at = agreedAt - daysBefore * dayMilliseconds - 2 * hourMilliseconds;
    const { Negotiation: added } = add({
      Negotiation: buildNegotiation({
        organizationId,
        caseId: firmCase.row.id,
        amountCents: null,
        madeOn: toDay(at),
        createdBy: describeActor(actor),
        createdAt: toInstant(at),
        ...values,
      }),
    });
    const isOffer = values.amountCents !== undefined;
    history.recordCreation("negotiation.created", added, relateToCase(firmCase), {
      ...actor,
      ...(isOffer && { shown: { status: "open" } }),
    });
    return added;
  };
  const demand = entry(21, {
    type: "demand",
    direction: "outgoing",
    amountCents: grossCents * 2,
    status: "countered",
  });
  const offer = entry(6, {
    type: "final_offer",
    direction: "incoming",
    amountCents: grossCents,
    inReplyToId: demand.id,
    status: "accepted",
  });
  const reply = { inReplyToId: offer.id, status: "recorded" };
  entry(3, { type: "client_decision", direction: "internal", decision: "accepted", ...reply });
  entry(0, { type: "acceptance", direction: "outgoing", ...reply });
  return offer;
}

interface Parts {
  firmCase: FirmCase;
  settlement: Row<"Settlement">;
  papers: Papers;
  standing: Standing;
  day: string;
}

/** One payer, an insurer, and the client's share. */
function addParts(firm: Firm, { firmCase, settlement, papers, standing, day }: Parts) {
  const { organizationId, rows, add } = firm;
  const insurers = rows.Contact.filter(
    ({ id, type, deletedAt }) =>
      type === "company" &&
      deletedAt === null &&
      rows.ContactRole.some(({ contactId, role }) => contactId === id && role === "insurer"),
  );
  const policy = rows.InsurancePolicy.find(({ caseId, deletedAt }) => caseId === firmCase.row.id && deletedAt === null);
  const insurer =
    insurers.find(({ id }) => id === policy?.carrierContactId) ?? insurers[rows.Settlement.length % insurers.length];
  if (insurer === undefined) throw new Error("a firm knows an insurer");
  const isAgreed = !["draft", "voided"].includes(standing);
  const { grossCents } = settlement;
  const { SettlementPayer: payer, SettlementShare: share } = add({
    SettlementPayer: buildSettlementPayer({
      organizationId,
      settlementId: settlement.id,
      ...(policy === undefined ? { contactId: insurer.id } : { policyId: policy.id }),
      grossCents,
      release: isAgreed ? "signed" : "not_sent",
      releaseDocumentId: isAgreed ? papers.agreement.id : null,
    }),
    SettlementShare: buildSettlementShare({
      organizationId,
      settlementId: settlement.id,
      grossCents,
      consentOn: isAgreed ? day : null,
      consentDocumentId: isAgreed ? papers.agreement.id : null,
      // The claimant is a minor: the court has not decided yet.
      courtApproval: standing === "minor" ? "required" : "not_required",
    }),
  });
  return { payer, share, insurer };
}

/** The liens that the client's benefits make, and every other client's health insurer's. */
function addLiens(
  firm: Firm,
  firmCase: FirmCase,
  { grossCents, agreedAt }: { grossCents: number; agreedAt: number },
): Row<"Lien">[] {
  const { organizationId, add, history, actor, rows } = firm;
  const { client, row } = firmCase;
  const wanted = [
    ...(client.medicareBeneficiary === "yes" ? [["medicare", 0.07] as const] : []),
    ...(client.medicaidBeneficiary === "yes" ? [["medicaid", 0.04] as const] : []),
    ...(client.childSupportObligation === true ? [["child_support", 0.02] as const] : []),
  ];
  const types = wanted.length === 0 ? [["private_health", 0.05] as const] : wanted;
  const lienholders = rows.Contact.filter(({ type, deletedAt }) => type === "company" && deletedAt === null);
  const relatedIds = relateToCase(firmCase);
  const createdAt = Math.max(Date.parse(`${row.openedOn ?? ""}T17:00:00Z`), agreedAt - 40 * dayMilliseconds);
  return types.map(([type, part], place) => {
    const lienholder = lienholders[(rows.Lien.length + place) % lienholders.length];
    if (lienholder === undefined) throw new Error("a firm knows a company");
    const assertedCents = Math.max(100, Math.round(grossCents * part) - 17 * place);
    const { Lien: lien } = add({
      Lien: buildLien({
        organizationId,
        caseId: row.id,
        type,
        lienholderContactId: lienholder.id,
        noticeReceivedOn: toDay(createdAt),
        createdBy: describeActor(actor),
        createdAt: toInstant(Math.min(createdAt, agreedAt)),
      }),
    });
    history.recordCreation("lien.created", lien, relatedIds, actor);
    const at = Math.min(createdAt, agreedAt) + hourMilliseconds;
    history.recordChange("lien.updated", lien, { assertedCents, status: "asserted" }, { at, relatedIds, actor });
    history.recordChange(
      "lien.updated",
      lien,
      { status: "negotiating" },
      { at: at + hourMilliseconds, relatedIds, actor },
    );
    return lien;
  });
}
