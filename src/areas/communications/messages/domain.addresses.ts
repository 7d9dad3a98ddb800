import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { isEmailAddress } from "../../../contract/values/values.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import type { MessageChannel } from "../conversations/schema.ts";

/** A name from which organizations text, and to which nobody can reply. Source: 3GPP TS 23.040, 9.1.2.5, at most 11. */
const senderName = /^(?=.*[a-z])[\da-z &+_.-]{1,11}$/i;
/** A number of five or six digits, from which organizations text. Source: CTIA, Short Code Registry. */
const shortCode = /^\d{5,6}$/;

/** Whether a text can be sent to a normal address: nobody replies to a name. */
export const canBeTexted = (address: string): boolean => /^\+?\d+$/.test(address);

/**
 * An address as it is stored and compared: a number in E.164, an email address in lower case, or one line of a letter.
 *
 * @param path of the request, which a rejection names
 * @param isSender whether it is of whom a text came from: that may be a name
 * @throws VALIDATION_FAILED
 */
export function normalizeAddress(
  channel: MessageChannel,
  address: string,
  path: string,
  { isSender = false }: { isSender?: boolean } = {},
): string {
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
  if (number === null && channel === "text" && isSender && senderName.test(address.trim())) return address.trim();
  if (number === null) throw invalidInput({ path, message: "not a phone number" });
  return number;
}

function oneLine(address: string, path: string): string {
  const line = address.replaceAll(/\s+/g, " ").trim();
  if (line === "" || /\p{Cc}/u.test(line)) throw invalidInput({ path, message: "must be one line that is not blank" });
  return line;
}
