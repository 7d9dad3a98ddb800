import { createTurn } from "../../../platform/event-loop-turn.ts";

/** How many bytes are decoded at a time. */
const pieceBytes = 1_048_576;

/** What a file begins with, by the encoding of which it is the mark. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** How many bytes are looked at to find an encoding that has no mark. */
const lookedAt = 4_194_304;

/**
 * The text of a file's bytes, in turns of the event loop: by its byte order mark, else UTF-16 if every other byte is
 * zero, else UTF-8 if it is valid, else Windows-1252 or Mac OS Roman, in which Excel saves "CSV" on American machines.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))?.[0];
  if (marked !== undefined) return (await decodeAs(marked, bytes, false)) ?? "";
  const wide = findWideEncoding(bytes);
  if (wide !== null) return (await decodeAs(wide, bytes, false)) ?? "";
  return (await decodeAs("utf-8", bytes, true)) ?? (await decodeAs(findByteEncoding(bytes), bytes, false)) ?? "";
}

/** UTF-16 without a mark: most characters of a table have a zero for one of their two bytes. */
function findWideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const head = bytes.subarray(0, 1_000);
  const countZeros = (remainder: number) => head.filter((byte, place) => byte === 0 && place % 2 === remainder).length;
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (odd > head.length / 4 && even === 0) return "utf-16le";
  return even > head.length / 4 && odd === 0 ? "utf-16be" : null;
}

/**
 * Bytes behind a letter that are a letter of Mac OS Roman (á à â ã ç é è ê õ ú ù ü), and of Windows-1252 a sign, or a
 * letter that hardly follows one.
 */
const macLetters: ReadonlySet<number> = new Set([
  0x87, 0x88, 0x89, 0x8b, 0x8d, 0x8e, 0x8f, 0x90, 0x9b, 0x9c, 0x9d, 0x9f,
]);
/** Where the accented letters of Windows-1252 begin. Of Mac OS Roman these are signs and capitals. */
const firstWindowsLetter = 0xc0;

/** Which of two encodings a file has that is not UTF-8, by the letters of the names in it. */
function findByteEncoding(bytes: Uint8Array): "macintosh" | "windows-1252" {
  let [mac, windows] = [0, 0];
  let isBehindLetter = false;
  for (const byte of bytes.subarray(0, lookedAt)) {
    if (isBehindLetter && macLetters.has(byte)) mac += 1;
    if (isBehindLetter && byte >= firstWindowsLetter) windows += 1;
    isBehindLetter = (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
  }
  return mac > windows ? "macintosh" : "windows-1252";
}

/** @returns null for bytes that are invalid in the encoding, if these are fatal */
async function decodeAs(encoding: string, bytes: Uint8Array, fatal: boolean): Promise<string | null> {
  const decoder = new TextDecoder(encoding, { fatal });
  const pieces: string[] = [];
  const turn = createTurn();
  try {
    for (let first = 0; first < bytes.length; first += pieceBytes) {
      pieces.push(decoder.decode(bytes.subarray(first, first + pieceBytes), { stream: true }));
      const pause = turn.end();
      if (pause !== undefined) await pause;
    }
    pieces.push(decoder.decode());
  } catch {
    return null;
  }
  return pieces.join("");
}
