import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runCommand } from "./run-program.ts";
import { readBlocks } from "./snippets/blocks.ts";
import { findTemporaryFolder } from "./temporary-folder.ts";

/** The program of the guide _Documents for signature_ that recomputes an audit trail, without Caseport. */
export const readGuideProgram = (): string =>
  readBlocks("src/guides/signatures.md").find(({ language }) => language === "js")?.code ?? "";

/**
 * Runs it beside a trail.
 *
 * @param trail the text of `audit-trail.json`
 * @returns what it prints
 * @throws with what it prints where the trail was changed
 */
export function runGuideProgram(trail: string): Promise<string> {
  const folder = mkdtempSync(join(findTemporaryFolder(), "caseport-trail-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "audit-trail.json"), trail);
  return runCommand(process.execPath, ["--input-type=module", "-"], { cwd: folder, input: readGuideProgram() });
}
