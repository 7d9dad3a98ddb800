/** What a build writes: Next's output, the guides, the description of the API, the programs. */
export declare const builtFolder: string;

/** Holds the digest of the sources of the last complete build. */
export declare const stampFile: string;

/** A digest of all sources of a build. It reads them: some 0.1 s of processor time. */
export function hashSources(): string;

/** Whether the last build was completed, and no source has changed since. */
export function isBuildCurrent(): boolean;

/**
 * The bundled program, such as `start.mjs`.
 *
 * @returns its path; null where it is not that of these sources
 */
export function findBuiltProgram(name: string): string | null;
