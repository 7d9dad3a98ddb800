import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { isEmailAddress } from "../../../contract/values/values.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import type { MessageChannel } from "../conversations/schema.ts";

/** A number of five or six digits, from which organizations text. Source: CTIA, Short Code Registry. */
const shortCode = /^\d{5,6}$/;

/**
 * An address as it is stored and compared: a number in E.164, an email address in lower case, or one line of a letter.
 *
 * @param path of the request, which a rejection names
 * @throws VALIDATION_FAILED
 */
export function normalizeAddress(channel: MessageChannel, address: string, path: string): string {
  if (channel === "email") {
    const trimmed = address.trim();
    if (trimmed.length > 254 || !isEmailAddress(trimmed))
      throw invalidInput({ path, message: "invalid e-mail address" });
    return trimmed.toLowerCase();
  }
  if (channel === "letter") return oneLine(address, path);
  // Banks, stores and the like text from numbers of their own kind.
  if (channel === "text" && shortCode.test(address.trim())) return address.trim();
  const number = toE164(address);
  if (number === null) throw invalidInput({ path, message: "not a phone number" });
  return number;
}

function oneLine(address: string, path: string): string {
  const line = address.replaceAll(/\s+/g, " ").trim();
  if (line === "" || /\p{Cc}/u.test(line)) throw invalidInput({ path, message: "must be one line that is not blank" });
  return line;
}
