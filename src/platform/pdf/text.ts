import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Font, PdfFile } from "./library.ts";
import type { TextProblem } from "./types.ts";

/** The fonts of what is drawn: each is embedded in a file when it is used first. */
const fontFiles = {
  /** Values, feet and certificates: Latin, Greek, Cyrillic. */
  sans: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  /** Typed signatures. */
  script: "@expo-google-fonts/caveat/400Regular/Caveat_400Regular.ttf",
  /** Typed signatures whose characters the script has not. */
  oblique: "dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf",
} as const;

export type FontName = keyof typeof fontFiles;
export type Fonts = (name: FontName) => Font;

const readBytes = new Map<FontName, Uint8Array>();

function readFont(name: FontName): Uint8Array {
  const known = readBytes.get(name);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name]))));
  readBytes.set(name, bytes);
  return bytes;
}

/** The fonts of a file. */
export function createFonts(file: PdfFile): Fonts {
  const embedded = new Map<FontName, Font>();
  return (name) => {
    const font = embedded.get(name) ?? file.embedFont(readFont(name));
    embedded.set(name, font);
    return font;
  };
}

/** One form of a character, whatever it was typed with; control characters other than line breaks are spaces. */
export function normalizeText(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ");
}

/** Scripts that run from right to left or join their letters: no text is shaped here, so they would be unreadable. */
const unshaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}]/u;

export function canDraw(font: Font, text: string): boolean {
  return !unshaped.test(text) && font.canShow(text.replaceAll("\n", ""));
}

/** From one baseline to the next, for the size 1. */
export const lineHeight = 1.2;

/** The height that lines need: one line fits a box that is as high as its size. */
export const heightOf = (lines: number, size: number) => size + (lines - 1) * size * lineHeight;

/**
 * The lines of a text in a box. Words wrap; a word that is wider than the box does not fit.
 *
 * @param breaksWords whether such a word goes on in the next line instead
 */
export function wrapText(
  text: string,
  font: Font,
  { width, size, breaksWords = false }: { width: number; size: number; breaksWords?: boolean },
): string[] | null {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (font.width(longer, size) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      if (font.width(word, size) <= width) continue;
      if (!breaksWords) return null;
      const pieces = breakWord(word, font, { width, size });
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? "";
    }
    lines.push(line);
  }
  return lines;
}

function breakWord(word: string, font: Font, { width, size }: { width: number; size: number }): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && font.width(piece + character, size) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece];
}

interface Box {
  width: number;
  height: number;
}

/** Lines of a value in its box, or why they cannot be drawn there. */
export function fitText(text: string, fonts: Fonts, box: Box & { size: number }): string[] | TextProblem {
  const font = fonts("sans");
  const normal = normalizeText(text);
  if (!canDraw(font, normal)) return "unsupported_character";
  const lines = wrapText(normal, font, box);
  return lines === null || heightOf(lines.length, box.size) > box.height ? "overflow" : lines;
}

const smallestTyped = 6;
const largestTyped = 32;

export interface Typed {
  text: string;
  font: Font;
  size: number;
}

/** A typed signature in its box: the first of its fonts that has the characters, in the largest size that fits. */
export function fitTyped(text: string, fonts: Fonts, { width, height }: Box): Typed | TextProblem {
  const normal = normalizeText(text).replaceAll("\n", " ").trim();
  const font = [fonts("script"), fonts("oblique")].find((each) => canDraw(each, normal));
  if (font === undefined) return "unsupported_character";
  const size = Math.min(largestTyped, height / font.ascent, width / font.width(normal, 1));
  return size < smallestTyped ? "overflow" : { text: normal, font, size: Math.floor(size * 10) / 10 };
}
