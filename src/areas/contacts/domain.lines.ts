import { toE164 } from "../../platform/phone-number.ts";
import type { NewContact } from "./schema.ts";
import type { ContactColumns, ContactLines } from "./store.ts";

type GivenLines = Pick<NewContact, "phones" | "emails" | "addresses" | "roles">;

/** Each list that is not empty has exactly one primary line, by default the first. */
export function prepareLines({ phones, emails, addresses, roles }: GivenLines): ContactLines {
  return {
    phones:
      phones === undefined
        ? undefined
        : choosePrimary(phones).map((phone) => ({ ...phone, e164: toE164(phone.number) })),
    emails:
      emails === undefined
        ? undefined
        : choosePrimary(emails).map((email) => ({ ...email, addressKey: email.address.toLowerCase() })),
    addresses: addresses === undefined ? undefined : choosePrimary(addresses),
    roles,
  };
}

function choosePrimary<Line extends { isPrimary: boolean }>(lines: readonly Line[]): Line[] {
  const first = lines.findIndex(({ isPrimary }) => isPrimary);
  return lines.map((line, index) => ({ ...line, isPrimary: index === Math.max(first, 0) }));
}

/** The contact's own columns that repeat its primary lines: facilities show them. */
export function pickPrimaries({ phones, emails, addresses }: ContactLines): ContactColumns {
  return {
    ...(phones !== undefined && {
      phone: primaryOf(phones)?.number ?? null,
      fax: phones.find(({ canFax }) => canFax)?.number ?? null,
    }),
    ...(emails !== undefined && { email: primaryOf(emails)?.address ?? null }),
    ...(addresses !== undefined && pickAddress(primaryOf(addresses))),
  };
}

function primaryOf<Line extends { isPrimary?: boolean | undefined }>(lines: readonly Line[]): Line | undefined {
  return lines.find(({ isPrimary }) => isPrimary);
}

function pickAddress({
  line1 = null,
  city = null,
  state = null,
  zipCode = null,
}: Partial<NonNullable<ContactLines["addresses"]>[number]> = {}): ContactColumns {
  return { line1, city, state, zipCode };
}
