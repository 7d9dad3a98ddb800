import type { Row } from "../../src/platform/database/tables.ts";
import { buildAuthorization, buildBill, buildRecord, buildTreatment } from "./builders/medical.ts";
import type { CaseFacility } from "./facilities.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import type { RelatedId } from "./history.ts";
import { createRandom, dayMilliseconds, toDay, toInstant, type Random } from "./random.ts";

/** What a kind of facility mostly does, with diagnosis and procedure codes. */
const treatments = [
  { treatmentType: "emergency", diagnosisCodes: ["S13.4XXA", "M54.2"], procedureCodes: ["99284", "72141"] },
  { treatmentType: "physical_therapy", diagnosisCodes: ["M54.2"], procedureCodes: ["97110", "97140"] },
  { treatmentType: "imaging", diagnosisCodes: ["S33.5XXA"], procedureCodes: ["72148"] },
  { treatmentType: "injection", diagnosisCodes: ["M54.16"], procedureCodes: ["62323"] },
  { treatmentType: "chiropractic", diagnosisCodes: ["M99.01"], procedureCodes: ["98941"] },
  { treatmentType: "consultation", diagnosisCodes: ["M54.50"], procedureCodes: ["99204"] },
  { treatmentType: "surgery", diagnosisCodes: ["M51.26"], procedureCodes: ["63030"] },
] as const;

const recordTypes = ["er_report", "office_notes", "operative_reports", "imaging_reports", "lab_results"];

/**
 * Treatments, bills that add up to what each facility shows, the records that came, and the authorizations of the
 * requests.
 */
export function buildCare(firm: Firm, facilities: readonly CaseFacility[]): void {
  // Another source of choices: the other records stay the same.
  const random = createRandom(firm.definition.seed + 18);
  for (const bound of facilities) {
    addTreatments(firm, bound, random);
    addBills(firm, bound, random);
  }
  const byId = new Map(facilities.map((bound) => [bound.facility.id, bound]));
  for (const request of firm.rows.RetrievalRequest) {
    const bound = byId.get(request.facilityId);
    if (bound === undefined) continue;
    addAuthorization(firm, bound.firmCase, request);
    addRecord(firm, bound, request, random);
  }
}

/** The related IDs of what a facility has of a case. */
export function relateFacility({ facility, firmCase }: CaseFacility): RelatedId[] {
  return [...relateToCase(firmCase), { entity: "medical_facility", id: facility.id }];
}

/** What all rows of a facility have, made some days after it was bound. */
function describeOrigin(firm: Firm, { facility, firmCase }: CaseFacility, random: Random) {
  const earliest = Date.parse(facility.createdAt);
  const at = random.instant(earliest, Math.max(earliest, endOf(firm, firmCase)));
  const of = { organizationId: firm.organizationId, facilityId: facility.id, caseId: facility.caseId };
  return { at, row: { ...of, createdAt: toInstant(at) } };
}

function addTreatments(firm: Firm, bound: CaseFacility, random: Random): void {
  const { firstVisitOn } = bound.facility;
  if (firstVisitOn === null) return;
  const first = Date.parse(firstVisitOn);
  const last = Math.max(first, Math.min(Date.parse(bound.facility.lastVisitOn ?? toDay(firm.now)), firm.now));
  for (const { treatmentType, diagnosisCodes, procedureCodes } of random.pickSome(treatments, random.integer(1, 3))) {
    const { row } = describeOrigin(firm, bound, random);
    const startAt = random.instant(first, last);
    const described = buildTreatment({
      ...row,
      treatmentType,
      startOn: toDay(startAt),
      endOn: random.chance(0.6) ? toDay(Math.min(startAt + random.integer(0, 30) * dayMilliseconds, last)) : null,
      diagnosisCodes: [...diagnosisCodes],
      procedureCodes: [...procedureCodes],
      notes: random.chance(0.3) ? "Pain rated 6 of 10; home exercises given." : null,
    });
    const { MedicalTreatment: treatment } = firm.add({ MedicalTreatment: described });
    // Office hours may shift an instant over midnight.
    if (treatment.endOn !== null && treatment.endOn < treatment.startOn) treatment.endOn = treatment.startOn;
    firm.history.recordCreation("medical_treatment.created", treatment, relateFacility(bound), firm.actor);
  }
}

/** One to three bills: together what the facility shows as billed and as paid, to the cent. */
function addBills(firm: Firm, bound: CaseFacility, random: Random): void {
  const { facility } = bound;
  const count = random.integer(1, 3);
  let billedLeft = facility.totalBilledCents;
  let paidLeft = facility.totalPaidCents;
  for (let place = 1; place <= count; place += 1) {
    const billedCents = place === count ? billedLeft : Math.floor(billedLeft * (0.2 + random.fraction() * 0.5));
    const insurancePaidCents = Math.min(paidLeft, billedCents);
    billedLeft -= billedCents;
    paidLeft -= insurancePaidCents;
    const { at, row } = describeOrigin(firm, bound, random);
    const described = buildBill({
      ...row,
      accountNumber: facility.accountNumber,
      billDate: toDay(at),
      receivedOn: toDay(at),
      serviceStartOn: facility.firstVisitOn,
      billedCents,
      insurancePaidCents,
      isLien: facility.hasLien,
      cptCodes: [...random.pick(treatments).procedureCodes],
      status: insurancePaidCents === billedCents ? "paid" : random.pick(["received", "itemized", "disputed"]),
    });
    const { MedicalBill: bill } = firm.add({ MedicalBill: described });
    firm.history.recordCreation("medical_bill.created", bill, relateFacility(bound), firm.actor);
  }
}

/** A request that is signed for, or waits for the signature, has its authorization. */
function addAuthorization(firm: Firm, firmCase: FirmCase, request: Row<"RetrievalRequest">): void {
  if (!["signed", "pending"].includes(request.authorizationStatus)) return;
  const expiresOn = request.authorizationExpiresOn;
  const { HipaaAuthorization: authorization } = firm.add({
    HipaaAuthorization: buildAuthorization({
      organizationId: firm.organizationId,
      caseId: request.caseId,
      signedOn: request.authorizationStatus === "pending" ? null : request.createdAt.slice(0, 10),
      expiresOn,
      expirationEvent: expiresOn === null ? "The end of the case" : null,
      createdAt: request.createdAt,
    }),
  });
  firm.history.recordCreation("hipaa_authorization.created", authorization, relateToCase(firmCase), firm.actor);
  request.authorizationId = authorization.id;
}

/** What a request brought, read by the attorney where the request is done. */
function addRecord(firm: Firm, bound: CaseFacility, request: Row<"RetrievalRequest">, random: Random): void {
  if (request.pagesReceived === null || request.requestType === "bills") return;
  const at = Date.parse(request.receivedAt ?? request.statusChangedAt);
  const isRead = request.completedAt !== null;
  const described = buildRecord({
    organizationId: firm.organizationId,
    facilityId: request.facilityId,
    caseId: request.caseId,
    requestId: request.id,
    recordType: random.pick(recordTypes),
    serviceStartOn: request.dateRangeStartOn,
    serviceEndOn: request.dateRangeEndOn,
    pageCount: request.pagesReceived,
    isCertified: request.certificationRequired && request.completedAt !== null,
    reviewedById: isRead ? request.requestedById : null,
    reviewedAt: isRead ? request.completedAt : null,
    summary: isRead ? "Complaints and findings agree with the mechanism of injury." : null,
    chronologyStatus: isRead ? "completed" : random.pick(["not_started", "in_progress"]),
    createdAt: toInstant(at),
  });
  const { MedicalRecord: record } = firm.add({ MedicalRecord: described });
  firm.history.recordCreation("medical_record.created", record, relateFacility(bound), firm.actor);
}
