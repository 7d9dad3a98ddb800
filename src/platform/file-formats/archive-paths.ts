import { createHash } from "node:crypto";

/** Of what a path is made. */
interface PathParts {
  folders: readonly string[];
  name: string;
  /** In lower case; null where nobody knows one. */
  extension: string | null;
  id: string;
}

/**
 * The maximum length of a path in UTF-16 units: Windows cannot open paths of more than 260, including the target
 * folder.
 */
const longest = { folders: 110, name: 70, extension: 12 } as const;

/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Text as a part of a path on every system: no separators, no characters that Windows or a terminal would act on, no
 * `..`.
 */
function safeName(text: string, length: number): string {
  const clean = text.normalize("NFC").replace(/[<>:"/\\|?*]|\p{C}|\p{Zl}|\p{Zp}/gu, "_");
  const cut = clean.slice(0, length);
  const ended = (cut.isWellFormed() ? cut : cut.slice(0, -1))
    .trim()
    .replace(/(?<![. ])[. ]+$/u, "")
    .replace(/^[. ]+/u, "");
  return ended === "" ? "_" : ended.replace(devices, (name) => `_${name}`);
}

/** No folder ends like a file, so none is ever in a file's way. */
function folderName(text: string, length: number): string {
  return safeName(text, length).replace(/\.(?=[A-Za-z0-9]{1,12}$)/, "_");
}

/**
 * Names the files of an archive: paths that are safe on every system, bounded, and different also where upper and lower
 * case are the same. The same files in the same order get the same paths.
 */
export function createPaths(): (parts: PathParts) => string {
  // Numbers instead of paths: of a million files they still fit into memory. Where two are the same by chance, a name is longer than it need be.
  const taken = new Set<number>();
  return ({ folders, name, extension, id }) => {
    const length = Math.max(4, Math.floor(longest.folders / Math.max(1, folders.length)) - 1);
    const folder = folders.map((each) => `${folderName(each, Math.min(length, 60))}/`).join("");
    const ending =
      (extension ?? "")
        .replaceAll(/[^A-Za-z0-9]/g, "")
        .slice(0, longest.extension)
        .toLowerCase() || "bin";
    const bare = name.toLowerCase().endsWith(`.${ending}`) ? name.slice(0, -ending.length - 1) : name;
    const stem = safeName(bare, longest.name);
    const path = `${folder}${stem}.${ending}`;
    const number = createHash("sha256").update(path.toLowerCase()).digest().readUIntBE(0, 6);
    if (!taken.has(number)) {
      taken.add(number);
      return path;
    }
    return `${folder}${stem} (${id}).${ending}`;
  };
}
