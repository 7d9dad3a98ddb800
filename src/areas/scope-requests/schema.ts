/** The record's schema is in contract, because the administrators' queue uses it too. */
export { ScopeRequest } from "../../contract/portal/scope-requests.ts";
