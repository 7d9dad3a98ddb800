import { sharedEnumerations } from "../enumerations.ts";

/** Names of states in lower case, by the sentences of their codes. */
const codes = new Map(
  Object.entries(sharedEnumerations.caseState.values).map(([code, name]) => [
    name.replace(/\.$/, "").toLowerCase(),
    code,
  ]),
);

/** `Texas` and `tx` are `TX`; what is no state of the United States stays as it is. */
export function normalizeState(state: string): string {
  const code = state.toUpperCase();
  return codes.get(state.toLowerCase()) ?? (Object.hasOwn(sharedEnumerations.caseState.values, code) ? code : state);
}

/** An address with the code of its state, unless it is in another country. */
export function withStateCode<
  Address extends { state?: string | null | undefined; country?: string | null | undefined },
>(address: Address): Address {
  const { state, country = null } = address;
  return typeof state === "string" && (country === null || country === "US")
    ? { ...address, state: normalizeState(state) }
    : address;
}
