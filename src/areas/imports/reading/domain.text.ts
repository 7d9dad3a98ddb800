import { createTurn } from "../../../platform/event-loop-turn.ts";

/** How many bytes are decoded at a time. */
const pieceBytes = 1_048_576;

/** What a file begins with, by the encoding of which it is the mark. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The text of a file's bytes, in turns of the event loop: by its byte order mark, else UTF-8 if it is valid, else
 * Windows-1252, in which Excel saves "CSV" on American machines.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))?.[0];
  if (marked !== undefined) return (await decodeAs(marked, bytes, false)) ?? "";
  return (await decodeAs("utf-8", bytes, true)) ?? (await decodeAs("windows-1252", bytes, false)) ?? "";
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
