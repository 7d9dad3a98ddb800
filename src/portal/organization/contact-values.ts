import type { PortalInputs } from "../client/trpc.ts";
import { orNone } from "../ui/forms/typed-text.ts";

type Changes = PortalInputs["organization"]["update"];
export type State = NonNullable<Changes["address"]>["state"];

interface Contacts {
  phone: string | null;
  fax: string | null;
  address: { line1: string; line2: string | null; city: string; state: string; zipCode: string } | null;
}

/** How a firm or an office is reached, as a form has it. */
export interface ContactValues {
  phone: string;
  fax: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zipCode: string;
}

export function readContacts({ phone, fax, address }: Contacts): ContactValues {
  const { line1 = "", line2 = null, city = "", state = "", zipCode = "" } = address ?? {};
  return { phone: phone ?? "", fax: fax ?? "", line1, line2: line2 ?? "", city, state, zipCode };
}

/** What is empty is none; an address without any line is none. */
export function toContacts({ phone, fax, line1, line2, city, state, zipCode }: ContactValues) {
  const lines = [line1, line2, city, state, zipCode].some((line) => line.trim() !== "");
  const address = {
    line1: line1.trim(),
    line2: orNone(line2),
    city: city.trim(),
    state: state.trim().toUpperCase() as State,
    zipCode: zipCode.trim(),
  };
  return { phone: orNone(phone), fax: orNone(fax), address: lines ? address : null };
}

/** Entries between commas or on lines of their own. */
export const splitList = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** The first fault of a field or of one of its entries: "jurisdictions[1]". */
export function faultOf(faults: Readonly<Record<string, string | undefined>>, field: string): string | undefined {
  return Object.entries(faults).find(
    ([path]) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  )?.[1];
}

export function formatAddress({ line1, line2, city, state, zipCode }: NonNullable<Contacts["address"]>): string {
  return [line1, line2, city, `${state} ${zipCode}`].filter((part) => part !== null).join(", ");
}
