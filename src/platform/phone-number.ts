import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A phone number as people write it, in the one form in which numbers can be compared: `+15125550182`. Numbers without a country
 * are American; an extension is left out.
 * @returns null for text that cannot be a number: too short, too long, or words. Does not check whether it is assigned.
 */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, "US");
  return number?.isPossible() === true ? number.number : null;
}
