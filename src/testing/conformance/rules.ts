import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Declaration } from "../../rpc/declarations.ts";
import type { Environment } from "../../platform/environment.ts";
import { representatives } from "./representatives.ts";
import { startOwnServer, startTestServer, type TestServer } from "../harness/server.ts";
import {
  listDeclaredRejections,
  readOffline,
  openSubjectHarness,
  openWithoutRecords,
  subjects,
  type SubjectHarness,
  type Subject,
} from "./subject.ts";

/** One rule of the contract. */
export interface Rule {
  /** The operations that it binds; all when left out. */
  when?: (declaration: Declaration) => boolean;
  /**
   * Where it is shown. `everywhere`, or left out: for every operation over HTTP. `class`: one piece of code keeps it
   * for all operations, so it is shown on representatives. `offline`: it depends on an operation's route and schema
   * alone, so it is shown on representatives over HTTP and on every other operation by the functions that read route
   * and input.
   */
  on?: "everywhere" | "class" | "offline";
  /**
   * Runs with the operation's shared tenant and request: the rule changes nothing there that another row looks at.
   * `request`: it does not get as far as the records, and sends keys of its own.
   */
  shares?: true | "request";
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

/** Gives each operation the one stage that its rows may share. */
function shareHarnesses(
  open: (subject: Subject) => Promise<SubjectHarness>,
): (subject: Subject) => Promise<SubjectHarness> {
  const stages = new Map<Subject, Promise<SubjectHarness>>();
  return (subject) => {
    const harness = stages.get(subject) ?? open(subject);
    stages.set(subject, harness);
    return harness;
  };
}

/**
 * The conformance table: the operations of the router by the rules that bind them, as tests named `<METHOD path> ·
 * <rule>`. An operation that is declared later gets its rows by itself.
 */
export function conform(rules: Record<string, Rule>, overrides?: Partial<Environment>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await (overrides === undefined ? startTestServer() : startOwnServer(overrides));
  });
  afterAll(() => server.close(1000));
  const open = (subject: Subject) => openSubjectHarness(server, subject);
  const openShared = shareHarnesses(open);
  const bound = Object.entries(rules).map(bind);

  test("every rule applies to at least one operation", () => {
    expect(bound.filter(({ runsOn }) => runsOn.size === 0).map(({ name }) => name)).toEqual([]);
  });

  describe.each(subjects.filter((subject) => bound.some(({ runsOn }) => runsOn.has(subject))))(
    "$declaration.name",
    (subject) => {
      const { label, declaration, rejectionsSeen } = subject;
      const rows = bound.filter(({ runsOn }) => runsOn.has(subject));
      test.each(rows)(`${label} · $name`, async ({ overHttp, shares, check }) => {
        if (!overHttp.has(subject)) return check(readOffline(await openWithoutRecords(server, subject)));
        if (shares === "request") return check(await openWithoutRecords(server, subject));
        await check(await (shares === true ? openShared(subject) : open(subject)));
      });

      test(`${label} · fails with declared codes and reasons only`, () => {
        const declared = listDeclaredRejections(declaration);
        expect([...rejectionsSeen].filter((rejection) => !declared.has(rejection))).toEqual([]);
      });
    },
  );
}
