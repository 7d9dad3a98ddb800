import { Caseport } from "../../sdk/caseport.ts";
import { operations, type Operation } from "../../sdk/operations.ts";
import { anyRevision } from "../harness/requests/example-request.ts";
import type { SubjectHarness } from "./subject.ts";

/** The response of a method of the SDK. */
export type SdkResult = Record<string, unknown>;

/**
 * The call of the example request, as an integration writes it: `caseport.cases.parties.update(caseId, partyId,
 * changes, options)`.
 */
export function prepareSdkCall(
  { declaration: { meta }, arranged, server, tenant }: SubjectHarness,
  given: { idempotencyKey?: string } = {},
) {
  const caseport = new Caseport({ apiKey: tenant.secret, baseUrl: server.baseUrl, maxRetries: 0 });
  const operation = operations.find(({ method, path }) => method === meta.method && path === meta.path) as Operation;
  const method = operation.name.split(".").reduce<unknown>((node, step) => (node as SdkResult)[step], caseport) as (
    ...given: unknown[]
  ) => unknown;
  const ids = operation.parameters.map((parameter) => arranged.pathValues[parameter]);
  const options = { ...given, ...(meta.ifMatch === "required" && { ifMatch: anyRevision }) };
  const call = (more: object = {}) =>
    method(...ids, ...(operation.takes === null ? [] : [{ ...arranged.query, ...arranged.body, ...more }]), options);
  return { operation, call };
}
