import { expect } from "vitest";
import { describeApi } from "../../openapi/describe-api.ts";
import { openOutsideValidator, type OutsideValidator } from "../harness/requests/outside-validator.ts";
import type { Reply } from "../harness/requests/send.ts";
import type { SubjectHarness } from "./subject.ts";

/** One for all files of a worker: it compiles a schema once. */
let validator: OutsideValidator | undefined;

/** Asserts that the responses match the document that integrators generate clients from. */
export function expectDescribed({ declaration: { meta } }: SubjectHarness, ...replies: Reply[]): void {
  const { check } = (validator ??= openOutsideValidator(
    JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as object,
  ));
  for (const reply of replies)
    expect({ status: reply.status, found: check(meta.method, `/api/v1${meta.path}`, reply) }).toEqual({
      status: reply.status,
      found: [],
    });
}
