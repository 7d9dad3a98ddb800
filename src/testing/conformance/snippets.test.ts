import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readInput } from "../../rpc/call/read-input.ts";
import { buildRouteTable, findOperation, splitTarget } from "../../rpc/call/route.ts";
import { readDocument, type Operation } from "../../reference/document.ts";
import { baseUrlPlaceholder, languages } from "../../reference/snippets.ts";
import { anyRevision, type ExampleRequest } from "../harness/requests/example-request.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createTenant } from "../harness/tenant.ts";
import { startRecordingServer, type RecordedRequest } from "../harness/snippets/recording-server.ts";
import { listRunners } from "../harness/snippets/run-snippets.ts";
import { representatives } from "./representatives.ts";
import { openSubjectHarness, subjects, type Subject } from "./subject.ts";

const runners = await listRunners();
const operations = new Map(
  readDocument().areas.flatMap((area) => area.operations.map((operation) => [operation.id, operation])),
);

function operationOf({ declaration: { name }, label }: Subject): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`${label} has no example`);
  return operation;
}

function write(name: string, operation: Operation, baseUrl: string): string {
  const language = languages.find((each) => each.name === name);
  if (language === undefined) throw new Error(`No examples are in ${name}`);
  return language.write(operation).replaceAll(baseUrlPlaceholder, baseUrl);
}

test("an example is in every language that the reference shows", () => {
  expect(languages.filter(({ name }) => !["curl", "TypeScript", "Python"].includes(name))).toEqual([]);
});

describe("every example as it stands in the reference", () => {
  const routes = buildRouteTable(subjects.map(({ declaration }) => declaration));
  /** By language, then by operation. */
  const sent = new Map<string, Map<string, RecordedRequest[]>>();

  beforeAll(async () => {
    const recorder = await startRecordingServer();
    for (const { name, runSnippets } of runners) {
      // The operation's name in the URL shows whose request it is.
      await runSnippets(
        subjects.map((subject) => write(name, operationOf(subject), `${recorder.baseUrl}/${subject.declaration.name}`)),
        { KEY: "cpk_example" },
      );
      sent.set(
        name,
        Map.groupBy(recorder.requests.splice(0), ({ target }) => target.split("/")[1] ?? ""),
      );
    }
    recorder.close();
  });

  test.each(subjects)(
    "$label · sends one request, the same in all languages, which the operation accepts",
    (subject) => {
      const { name, meta } = subject.declaration;
      const requests = runners.map((runner) => {
        const [request, ...more] = sent.get(runner.name)?.get(name) ?? [];
        if (request === undefined || more.length > 0)
          throw new Error(
            `The example in ${runner.name} sends ${more.length + (request === undefined ? 0 : 1)} requests`,
          );
        return { ...request, target: request.target.slice(name.length + 1) };
      });
      const [first, ...others] = requests.map(describeRequest);
      for (const other of others) expect(other).toEqual(first);
      expect(first).toMatchObject({ method: meta.method, key: operationOf(subject).needsKey ? "cpk_example" : null });
      for (const { method, target, headers, body } of requests) {
        const [path, search] = splitTarget(target);
        const route = findOperation(routes, method, path);
        expect(route.declaration.name).toBe(name);
        readInput(route, {
          query: search,
          body: Buffer.from(body),
          ifMatch: headers["if-match"],
          idempotencyKey: headers["x-idempotency-key"],
        });
      }
    },
  );
});

/** What a server reads of a request. Each has an idempotency key of its own. */
function describeRequest({ method, target, headers, body }: RecordedRequest) {
  const [path, search] = splitTarget(target);
  return {
    method,
    path,
    query: [...new URLSearchParams(search)].toSorted(([left], [right]) => left.localeCompare(right)),
    key: headers["x-api-key"] ?? null,
    hasIdempotencyKey: (headers["x-idempotency-key"] ?? "") !== "",
    ifMatch: headers["if-match"] ?? null,
    type: headers["content-type"] ?? null,
    body: body === "" ? null : (JSON.parse(body) as unknown),
  };
}

/** The documented operation with the values of a request that succeeds in a tenant. */
function fill(operation: Operation, { pathValues, query = {}, body }: ExampleRequest): Operation {
  const own: Record<string, string> = { ...pathValues, ...query };
  return {
    ...operation,
    parameters: operation.parameters.map(({ example: _example, ...parameter }) => ({
      ...parameter,
      ...(own[parameter.name] !== undefined && { example: own[parameter.name] }),
    })),
    ...(operation.body !== undefined && { body: { ...operation.body, example: body ?? {} } }),
  };
}

describe("examples with a tenant's own records", () => {
  // Of a class of operations, all in `npm run test:full`: that the requests of the languages are the same is shown above for each.
  const chosen = [...representatives(subjects)];
  /** By language, in the order of the operations. */
  const printed = new Map<string, string[]>();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    for (const { name, runSnippets } of runners) {
      const tenant = await createTenant(server.services.database);
      const codes: string[] = [];
      for (const subject of chosen) {
        const { arranged } = await openSubjectHarness(server, subject, tenant);
        codes.push(
          write(name, fill(operationOf(subject), arranged), server.baseUrl)
            .replaceAll("'\"3\"'", `'${anyRevision}'`)
            .replace('If-Match: "3"', `If-Match: ${anyRevision}`),
        );
      }
      printed.set(name, await runSnippets(codes, { KEY: tenant.secret }));
    }
  });
  afterAll(() => server.close(1_000));

  describe.each(runners)("in $name", ({ name }) => {
    test.each(chosen)("$label · succeeds", (subject) => {
      // The SDK's result is the response without `success`.
      expect(printed.get(name)?.[chosen.indexOf(subject)]).toMatch(
        name === "TypeScript" ? /^\{/ : /"success":true|'success': True/,
      );
    });
  });
});
