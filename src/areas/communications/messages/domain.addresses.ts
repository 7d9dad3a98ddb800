import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { isEmailAddress } from "../../../contract/values/values.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import type { MessageChannel } from "../conversations/schema.ts";

/** Somebody in an app that knows no numbers, as Twilio names them: `messenger:1234567890`, and no `whatsapp:+1512…`. */
const memberOfApp = /^[a-z_]{2,20}:(?!\+\d)/i;
/** Of what a provider names: every suppression can hold it. */
const maxProviderAddress = 254;
/** A number of five or six digits, from which organizations text. Source: CTIA, Short Code Registry. */
const shortCode = /^\d{5,6}$/;

/** Whether a text can be sent to a normal address: nobody replies to a name. */
export const canBeTexted = (address: string): boolean => /^\+?\d{3,}$/.test(address);

/**
 * An address as it is stored and compared: a number in E.164, an email address in lower case, or one line of a letter.
 *
 * @param path of the request, which a rejection names
 * @param isFromProvider whether a provider received a text from it, or for it: then what is no number is a name, a number
 *   of the carrier's own, an app's or a hidden one, and is kept as it is, because nobody can send the text again
 * @throws VALIDATION_FAILED
 */
export function normalizeAddress(
  channel: MessageChannel,
  address: string,
  path: string,
  { isFromProvider = false }: { isFromProvider?: boolean } = {},
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
  const isOfApp = isFromProvider && memberOfApp.test(address);
  const number = isOfApp ? null : toE164(address);
  if (number !== null) return number;
  if (channel === "text" && isFromProvider) return oneLine(address, path).slice(0, maxProviderAddress).toWellFormed();
  throw invalidInput({ path, message: "not a phone number" });
}

function oneLine(address: string, path: string): string {
  const line = address.replaceAll(/\s+/g, " ").trim();
  if (line === "" || /\p{Cc}/u.test(line)) throw invalidInput({ path, message: "must be one line that is not blank" });
  return line;
}
