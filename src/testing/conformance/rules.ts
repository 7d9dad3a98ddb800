import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Declaration } from "../../rpc/declarations.ts";
import type { Environment } from "../../platform/environment.ts";
import { representatives } from "./representatives.ts";
import { startOwnServer, startTestServer, type TestServer } from "../harness/server.ts";
import { openForSuccess, openShared } from "./stages.ts";
import { listDeclaredRejections, readOffline, openSubjectHarness, subjects, type SubjectHarness, type Subject } from "./subject.ts";

/** One rule of the contract. */
export interface Rule {
  /** The operations that it binds; all when left out. */
  when?: (declaration: Declaration) => boolean;
  /**
   * Where it is shown. `everywhere`, or left out: for every operation over HTTP. `class`: one piece of code keeps it for all operations, so it is
   * shown on representatives. `offline`: it depends on an operation's route and schema alone, so it is shown on representatives over
   * HTTP and on every other operation by the functions that read route and input.
   */
  on?: "everywhere" | "class" | "offline";
  /**
   * Runs with the operation's tenant and request that the rows of all files share. `request`: the rule changes nothing there that
   * another row looks at. `success`: it looks at the one success (`readSuccess`), and sends nothing else that changes anything.
   */
  shares?: "request" | "success";
  /** Shows it. Fails when the operation breaks the rule. */
  check: (harness: SubjectHarness) => Promise<void>;
}

interface BoundRule extends Rule {
  name: string;
  /** The operations on which it runs, and those of them on which it runs over HTTP. */
  runsOn: ReadonlySet<Subject>;
  overHttp: ReadonlySet<Subject>;
}

function bind([name, rule]: [string, Rule]): BoundRule {
  const bound = subjects.filter(({ declaration }) => rule.when?.(declaration) ?? true);
  const overHttp = rule.on === undefined || rule.on === "everywhere" ? new Set(bound) : representatives(bound);
  return { ...rule, name, overHttp, runsOn: rule.on === "class" ? overHttp : new Set(bound) };
}

function openStage(server: TestServer, subject: Subject, shares: Rule["shares"]): Promise<SubjectHarness> {
  if (shares === undefined) return openSubjectHarness(server, subject);
  return shares === "success" ? openForSuccess(server, subject) : openShared(server, subject);
}

/**
 * The conformance table: the operations of the router by the rules that bind them, as tests named `<METHOD path> · <rule>`. An
 * operation that is declared later gets its rows by itself.
 */
export function conform(rules: Record<string, Rule>, overrides?: Partial<Environment>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await (overrides === undefined ? startTestServer() : startOwnServer(overrides));
  });
  afterAll(() => server.close(1000));
  const bound = Object.entries(rules).map(bind);

  test("every rule applies to at least one operation", () => {
    expect(bound.filter(({ runsOn }) => runsOn.size === 0).map(({ name }) => name)).toEqual([]);
  });

  describe.each(subjects.filter((subject) => bound.some(({ runsOn }) => runsOn.has(subject))))("$declaration.name", (subject) => {
    const { label, declaration, rejectionsSeen } = subject;
    const rows = bound.filter(({ runsOn }) => runsOn.has(subject));
    test.each(rows)(`${label} · $name`, async ({ overHttp, shares, check }) => {
      if (!overHttp.has(subject)) return check(readOffline(await openShared(server, subject)));
      await check(await openStage(server, subject, shares));
    });

    test(`${label} · fails with declared codes and reasons only`, () => {
      const declared = listDeclaredRejections(declaration);
      expect([...rejectionsSeen].filter((rejection) => !declared.has(rejection))).toEqual([]);
    });
  });
}
