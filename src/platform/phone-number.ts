import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** The letters of a telephone keypad, by digit. Source: ITU-T E.161, option A. */
const keypad = ["", "", "abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"];
const digitOfLetter = new Map(
  keypad.flatMap((letters, digit) => Array.from(letters, (letter) => [letter, String(digit)] as const)),
);

/** An extension at the end, such as `x12` or `ext. 12`. */
const extension = /(?<![\s,;])[\s,;]*(?:x|ext\.?|extension|#)\s*\d{1,7}\s*$/i;
/** A number of North America with letters after the area code: `1-800-FLOWERS`, `(512) 555-HELP`. */
const lettered = /^(?:\+?1)?[\s.(-]*([2-9]\d{2})[\s.)-]*([\da-z](?:[\da-z\s.-]*[\da-z])?)$/i;

/**
 * The digits that a subscriber's number has in North America. Whoever dials more letters, as in 1-800-MATTRESS, reaches
 * it too.
 */
const subscriberDigits = 7;
const maxDialedDigits = 9;

/**
 * A phone number in E.164, such as `+15125550182`, for comparison. The default country is the US; an extension is
 * dropped. Letters of a keypad count as their digits where the rest is a number: 1-800-FLOWERS is +18003569377.
 * libphonenumber-js 1.13 reads no letters.
 *
 * @returns null for text that cannot be a number. Does not check whether the number is assigned.
 */
export function toE164(text: string): string | null {
  return parse(text) ?? parseLettered(text);
}

function parse(text: string): string | null {
  const number = parsePhoneNumberFromString(text, "US");
  return number?.isPossible() === true ? number.number : null;
}

function parseLettered(text: string): string | null {
  const [, areaCode, rest] = lettered.exec(text.trim().replace(extension, "")) ?? [];
  if (areaCode === undefined || rest === undefined || !/[a-z]/i.test(rest)) return null;
  const dialed = Array.from(rest.toLowerCase())
    .map((sign) => digitOfLetter.get(sign) ?? sign)
    .filter((sign) => /\d/.test(sign));
  if (dialed.length < subscriberDigits || dialed.length > maxDialedDigits) return null;
  return parse(`+1${areaCode}${dialed.slice(0, subscriberDigits).join("")}`);
}
