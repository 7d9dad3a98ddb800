/** The record of this area. Its shape is the contract's, since the administrators' queue shows the same one. */
export { ScopeRequest } from "../../contract/portal/scope-requests.ts";
