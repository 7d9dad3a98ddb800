import { invalidState } from "../../../contract/errors/error-codes.ts";
import type { Row } from "../../../platform/database/tables.ts";

type Authorization = Pick<
  Row<"HipaaAuthorization">,
  | "caseId"
  | "scope"
  | "facilityIds"
  | "signedOn"
  | "expiresOn"
  | "coversFromOn"
  | "coversToOn"
  | "includesMentalHealth"
  | "includesSubstanceUse"
  | "includesHiv"
  | "revokedOn"
>;
type Request = Pick<
  Row<"RetrievalRequest">,
  | "caseId"
  | "facilityId"
  | "allDates"
  | "dateRangeStartOn"
  | "dateRangeEndOn"
  | "includesMentalHealth"
  | "includesSubstanceUse"
  | "includesHiv"
>;

/** The status on a day of the organization's time zone. */
export function statusOf(
  { signedOn, expiresOn, revokedOn }: Pick<Authorization, "signedOn" | "expiresOn" | "revokedOn">,
  today: string,
): "pending" | "active" | "expired" | "revoked" {
  if (revokedOn !== null && revokedOn <= today) return "revoked";
  if (signedOn === null || signedOn > today) return "pending";
  return expiresOn !== null && expiresOn < today ? "expired" : "active";
}

const shown = { pending: "pending", active: "signed", expired: "expired", revoked: "revoked" } as const;

/** The same in the words that a retrieval request uses for its authorization. */
export function describeStatus(
  authorization: Parameters<typeof statusOf>[0],
  today: string,
): (typeof shown)[keyof typeof shown] {
  return shown[statusOf(authorization, today)];
}

const notHolding = { pending: "it is not signed", expired: "it has expired", revoked: "it was revoked" } as const;

/** What an authorization lacks for a request to be sent; empty if sufficient. */
export function listLacks(request: Request, authorization: Authorization, today: string): string[] {
  const status = statusOf(authorization, today);
  return [
    ...(status === "active" ? [] : [notHolding[status]]),
    ...(authorization.caseId === request.caseId ? [] : ["it belongs to another case"]),
    ...(authorization.scope === "all" || authorization.facilityIds.includes(request.facilityId)
      ? []
      : ["it does not name the facility"]),
    ...(coversDates(request, authorization) ? [] : ["it does not cover the requested dates"]),
    ...(request.includesMentalHealth && !authorization.includesMentalHealth
      ? ["it does not include mental health"]
      : []),
    ...(request.includesSubstanceUse && !authorization.includesSubstanceUse
      ? ["it does not include substance use (42 CFR Part 2)"]
      : []),
    ...(request.includesHiv && !authorization.includesHiv ? ["it does not include HIV"] : []),
  ];
}

/** Without a first or last day the request is unbounded on that side. */
function coversDates(
  { allDates, dateRangeStartOn, dateRangeEndOn }: Request,
  { coversFromOn, coversToOn }: Authorization,
): boolean {
  const [from, to] = allDates ? [null, null] : [dateRangeStartOn, dateRangeEndOn];
  return (
    (coversFromOn === null || (from !== null && from >= coversFromOn)) &&
    (coversToOn === null || (to !== null && to <= coversToOn))
  );
}

/** @throws INVALID_STATE_TRANSITION naming what is missing */
export function validateAuthorization(request: Request, authorization: Authorization | undefined, today: string): void {
  const lacks = authorization === undefined ? ["there is none"] : listLacks(request, authorization, today);
  if (lacks.length > 0) throw invalidState(`The request requires an authorization that covers it: ${lacks.join("; ")}`);
}
