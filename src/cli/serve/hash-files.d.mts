/**
 * A digest over the names and contents of files and whole folders. What is missing counts as empty.
 *
 * @param skip files to ignore
 */
export function hashFiles(folder: string, paths: readonly string[], skip?: (path: string) => boolean): string;
