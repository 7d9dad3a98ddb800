import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A phone number in E.164, such as `+15125550182`, for comparison. The default country is the US; an extension is dropped.
 * @returns null for text that cannot be a number. Does not check whether the number is assigned.
 */
export function toE164(text: string): string | null {
  const number = parsePhoneNumberFromString(text, "US");
  return number?.isPossible() === true ? number.number : null;
}
