import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Declaration } from "../../rpc/declarations.ts";
import type { Environment } from "../../platform/environment.ts";
import { startTestServer } from "../harness/server.ts";
import type { TestServer } from "../harness/server.ts";
import { listDeclaredCodes, setStage, subjects } from "./subject.ts";
import type { Stage } from "./subject.ts";

/** One rule of the contract. */
export interface Rule {
  /** The operations that it binds; all when left out. */
  when?: (declaration: Declaration) => boolean;
  /** Shows it. Fails when the operation breaks the rule. */
  check: (stage: Stage) => Promise<void>;
}

/**
 * The operations whose rows the running file has. A table that takes long lies beside files `<table>.slice-2.test.ts`, `slice-3` and so
 * on, which import it: workers take them side by side, each with its share of the operations.
 */
function takeShare<Row>(rows: readonly Row[]): readonly Row[] {
  const running = basename(expect.getState().testPath ?? "");
  const table = running.replace(/(\.slice-\d+)?\.test\.ts$/, "");
  const files = readdirSync(import.meta.dirname).filter((name) => name.startsWith(`${table}.slice-`));
  const share = [`${table}.test.ts`, ...files].indexOf(running);
  if (share === -1) throw new Error(`${running} is no file of a table`);
  return rows.filter((_, index) => index % (files.length + 1) === share);
}

/**
 * The conformance table: every operation of the catalogue by every rule that binds it, as tests named
 * `<METHOD path> · <rule>`. An operation that is declared later gets its rows by itself.
 */
export function conform(rules: Record<string, Rule>, overrides: Partial<Environment> = {}): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(overrides);
  });
  afterAll(() => server.close(1000));

  describe.each(takeShare(subjects))("$declaration.name", (subject) => {
    const { label, declaration, codesSeen } = subject;
    const binding = Object.entries(rules).filter(([, { when }]) => when === undefined || when(declaration));
    test.each(binding)(`${label} · %s`, async (_, { check }) => {
      await check(await setStage(server, subject));
    });

    test(`${label} · refuses with declared codes only`, () => {
      const declared = listDeclaredCodes(declaration);
      expect([...codesSeen].filter((code) => !declared.has(code))).toEqual([]);
    });
  });
}
