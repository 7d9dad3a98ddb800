import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { findFreePort } from "../../cli/local-postgres/free-port.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { startTracing } from "../../platform/observability/start.ts";
import { inSpan, tracing } from "../../platform/observability/tracing.ts";
import { parse as parseYaml } from "yaml";
import { projectFolder } from "../../cli/run-program.ts";
import { findGuide } from "../../reference/guides.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { call } from "../harness/requests/call.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createSubscription, receiverHost, startTestWorker } from "../harness/webhooks.ts";
import { startCollector, type CollectedSpan, type Collector } from "../servers/collector.ts";
import { startReceiver, type Receiver } from "../servers/receiver.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** A server and a worker of this process, with a real collector, a real receiver of webhooks and a real scrape. */
let collector: Collector;
let receiver: Receiver;
let server: TestServer;
let database: Database;
let tenant: TestTenant;
let clientId: string;
let caseId: string;
let metricsUrl: string;
/** As a scrape of the running server showed them. */
let scrape: string;
let spans: CollectedSpan[];

const callersTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";
const traces = (url: string) => ({ url, protocol: "http/json" as const, sampler: "parentbased_always_on", ratio: 1 });

async function scrapeOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  ]);
  return response.text();
}

const change = (firstName: string, headers: Record<string, string>) =>
  call(server.baseUrl, `/api/v1/clients/${clientId}`, {
    secret: tenant.secret,
    method: "PATCH",
    body: { firstName },
    idempotencyKey: randomUUID(),
    headers,
  });

beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
  const port = await findFreePort();
  metricsUrl = `http://127.0.0.1:${port}/api/metrics`;
  server = await startOwnServer({
    traces: traces(`${collector.endpoint}/v1/traces`),
    metrics: { port, host: "127.0.0.1" },
    baseUrl: `https://127.0.0.1:${receiver.port}`,
  });
  database = openDatabase(server.applicationUrl, { poolSize: 2, hooks });
  tenant = await createTenant(database);
  ({ clientId, caseId } = await createCase(tenant));
  await createSubscription(tenant);
  const worker = await startTestWorker({ databaseUrl: server.applicationUrl, database, receiver });
  await change("Ada", {
    traceparent: `00-${callersTrace}-${callersSpan}-01`,
    tracestate: "vendor=secret",
    "x-request-id": "traced-change",
  });
  await change("Bea", { traceparent: `00-${callersTrace}-${callersSpan}-00`, "x-request-id": "unsampled" });
  await change("Cleo", {
    traceparent: `00-${"0".repeat(32)}-${callersSpan}-01`,
    "x-request-id": "invalid-traceparent",
  });
  await call(server.baseUrl, `/api/v1/cases/${caseId}?expand=none`, { secret: tenant.secret });
  await call(server.baseUrl, "/api/v1/cases/case_none", { secret: tenant.secret });
  await call(server.baseUrl, "/api/v1/nothing");
  await call(server.baseUrl, "/api/health/ready");
  await vi.waitFor(
    async () => {
      scrape = await scrapeOf(metricsUrl);
      expect(scrape).toContain('caseport_webhook_attempt_duration_seconds_count{outcome="succeeded"} 3');
    },
    { timeout: 120_000, interval: 100 },
  );
  await worker.stop();
  await server.close(1_000);
  spans = collector.spans();
});
afterAll(async () => {
  await database.close();
  await receiver.close();
  await collector.close();
});

const requestOf = (requestId: string) =>
  spans.find(
    ({ attributes }) => attributes["http.route"] !== undefined && attributes["caseport.request_id"] === requestId,
  );
const below = (span: CollectedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === span?.spanId);

describe("traces", () => {
  test("are OTLP of a service with a name", () => {
    expect(collector.contentTypes).toEqual(new Set(["POST /v1/traces application/json"]));
    expect(collector.resource()).toMatchObject({ "service.name": "caseport", "telemetry.sdk.name": "opentelemetry" });
  });

  test("have a request in the caller's trace, by its route's template, and its statements below it", () => {
    const request = requestOf("traced-change");
    expect(request).toMatchObject({
      name: "PATCH /api/v1/clients/{clientId}",
      traceId: callersTrace,
      parentSpanId: callersSpan,
      kind: 2,
      isError: false,
      attributes: {
        "http.request.method": "PATCH",
        "http.route": "/api/v1/clients/{clientId}",
        "http.response.status_code": 200,
        "caseport.operation": "clients.update",
        "caseport.organization_id": tenant.organizationId,
      },
    });
    const statements = below(request);
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["BEGIN", "UPDATE Client", "INSERT EventCounter", "COMMIT"]),
    );
    for (const { kind, traceId, attributes, name } of statements)
      expect([kind, traceId, attributes]).toEqual([
        3,
        callersTrace,
        { "db.system.name": "postgresql", "db.query.summary": name },
      ]);
  });

  test("have none of a caller that records none, and begin anew where its header is invalid", () => {
    expect(requestOf("unsampled")).toBeUndefined();
    const anew = requestOf("invalid-traceparent");
    expect(anew).toMatchObject({ parentSpanId: undefined, name: "PATCH /api/v1/clients/{clientId}" });
    expect(anew?.traceId).not.toMatch(/^0+$/);
  });

  test("have rejections with code and reason, unknown paths without the path, and no health checks", () => {
    expect(
      spans.find(
        ({ attributes }) =>
          attributes["http.response.status_code"] === 404 && attributes["http.route"] === "/api/v1/cases/{caseId}",
      ),
    ).toMatchObject({
      isError: false,
      attributes: { "caseport.error_code": "NOT_FOUND", "caseport.error_reason": "not_found" },
    });
    expect(spans.find(({ name }) => name === "GET")?.attributes).toMatchObject({
      "caseport.error_reason": "unknown_path",
    });
    expect(spans.filter(({ attributes }) => attributes["caseport.operation"] === "health")).toEqual([]);
  });

  test("have a delivery with the ID of its event and of the request that recorded it", () => {
    const [delivered] = receiver.requests;
    const delivery = spans.find(
      ({ attributes }) => attributes["caseport.event_id"] === delivered?.headers["webhook-id"],
    );
    expect(delivery).toMatchObject({
      name: "POST webhook",
      kind: 3,
      isError: false,
      attributes: {
        "server.address": receiverHost,
        "http.response.status_code": 204,
        "caseport.event_type": "client.updated",
        "caseport.organization_id": tenant.organizationId,
        "caseport.attempt": 1,
      },
    });
    const requestIds = spans
      .filter(({ name }) => name === "POST webhook")
      .map(({ attributes }) => attributes["caseport.request_id"]);
    expect(requestIds.toSorted()).toEqual(["invalid-traceparent", "traced-change", "unsampled"]);
    expect(delivered?.headers["traceparent"]).toBeUndefined();
  });

  test("have no names, no IDs of records and none of the caller's vendor data", () => {
    const all = Buffer.concat(collector.bodies).toString("utf8");
    for (const word of ["Ada", "Cleo", clientId, caseId, tenant.secret, "expand", "vendor", 'SELECT \\"', "set_config"])
      expect(all).not.toContain(word);
  });
});

test("traces are sent as protobuf by default, and the work of a failed span rejects as it is", async () => {
  const other = await startCollector();
  onTestFinished(() => other.close());
  const stop = await startTracing(
    { ...traces(`${other.endpoint}/v1/traces`), protocol: "http/protobuf" },
    createLogger("silent"),
  );
  const failure = Object.assign(new Error("a value"), { name: "OwnError" });
  await expect(inSpan("job of a test", { kind: "consumer" }, () => Promise.reject(failure))).rejects.toBe(failure);
  await stop();
  expect(other.contentTypes).toEqual(new Set(["POST /v1/traces application/x-protobuf"]));
  const sent = Buffer.concat(other.bodies).toString("latin1");
  for (const word of ["job of a test", "OwnError"]) expect(sent).toContain(word);
  expect(sent).not.toContain("a value");
});

describe("metrics", () => {
  test("count requests by operation and class, with the trace as exemplar", () => {
    expect(scrape).toContain('caseport_request_duration_seconds_count{operation="clients.update",status="2xx"} 3');
    expect(scrape).toMatch(
      new RegExp(
        `^caseport_request_duration_seconds_bucket\\{le="[^"]+",operation="clients.update",status="2xx"\\} \\d+ # \\{trace_id="(${callersTrace}|${requestOf("invalid-traceparent")?.traceId})"\\}`,
        "m",
      ),
    );
    expect(scrape).toContain('caseport_request_errors_total{code="NOT_FOUND",reason="not_found"} 1');
    expect(scrape).toContain('caseport_request_errors_total{code="NOT_FOUND",reason="unknown_path"} 1');
    expect(scrape).toContain('caseport_request_duration_seconds_count{operation="health",status="2xx"} 1');
  });

  test("count deliveries and how long after the event they arrived", () => {
    expect(scrape).toMatch(/^caseport_webhook_delay_seconds_count 3$/m);
    expect(scrape).toMatch(/^caseport_webhook_delay_seconds_bucket\{le="[^"]+"\} \d+ # \{trace_id="\w{32}"\}/m);
  });

  test("have the state of pools, queues, disk and certificate", () => {
    for (const line of [
      /^caseport_pool_connections\{pool="requests",state="idle"\} [1-9]/,
      /^caseport_pool_waiting\{pool="requests"\} 0/,
      /^caseport_webhook_queue_age_seconds 0/,
      /^caseport_jobs\{queue="exports",state="active"\} 0/,
      /^caseport_worker_silence_seconds \d/,
      /^caseport_disk_used_ratio 0\.\d+/,
      /^caseport_certificate_expiry_seconds \d{4,}/,
      /^caseport_scrape_failures 0/,
    ]) {
      expect(scrape).toMatch(new RegExp(line, "m"));
    }
  });

  test("have no names and no IDs", () => {
    for (const word of [clientId, caseId, tenant.organizationId, "Ada", receiverHost])
      expect(scrape).not.toContain(word);
  });

  test("end with the server", async () => {
    await expect(fetch(metricsUrl)).rejects.toThrow("fetch failed");
    expect(tracing.current).toBeNull();
  });
});

interface Rules {
  groups: {
    name: string;
    rules: {
      alert: string;
      expr: string;
      for?: string;
      labels: { severity: string };
      annotations: { summary: string };
    }[];
  }[];
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

describe("alert rules and dashboard", () => {
  const readFile = (name: string) => readFileSync(join(projectFolder, "src/guides/monitoring", name), "utf8");
  const alerts = (parseYaml(readFile("alerts.yaml")) as Rules).groups.flatMap(({ rules }) => rules);
  const { panels } = JSON.parse(readFile("dashboard.json")) as Dashboard;
  const expressions = [
    ...alerts.map(({ alert, expr }) => ({ about: alert, expr })),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ about: title, expr: expr.replaceAll("$__rate_interval", "5m") })),
    ),
  ];

  /** What Prometheus would read: names by the type that the scrape declares, and the labels of their samples. */
  const readNames = () => {
    const suffixes: Record<string, string[]> = {
      histogram: ["_bucket", "_sum", "_count"],
      counter: ["_total"],
      gauge: [""],
    };
    const names = new Map(
      [...scrape.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", type = ""]) =>
        (suffixes[type] ?? []).map((suffix) => [`${name}${suffix}`, new Set<string>()] as const),
      ),
    );
    for (const [, name = "", labels = ""] of scrape.matchAll(/^(\w+)\{([^}]*)\}/gm))
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) names.get(name)?.add(label);
    // Prometheus adds it to every scrape.
    return names.set("up", new Set());
  };
  const addedByPrometheus = new Set(["job", "instance"]);

  test("are PromQL over metrics and labels of a running server", () => {
    const names = readNames();
    expect(expressions.length).toBeGreaterThan(30);
    for (const { about, expr } of expressions) {
      parser.parse(expr).iterate({
        enter: (node) => {
          const text = expr.slice(node.from, node.to);
          expect(node.type.isError, `${about}: ${expr} at ${node.from}`).toBe(false);
          if (node.name !== "VectorSelector") return;
          const metric = /^\w+/.exec(text)?.[0] ?? "";
          expect([...names.keys()], about).toContain(metric);
          const labels = names.get(metric) ?? new Set();
          for (const [, label = ""] of text.matchAll(/(\w+)\s*[=!]~?=?"/g))
            expect(
              labels.size === 0 || labels.has(label) || addedByPrometheus.has(label),
              `${about}: ${metric} has no ${label}`,
            ).toBe(true);
        },
      });
    }
  });

  test("have a paragraph in the guide for each alert, and no other", () => {
    const guide = findGuide("monitoring")?.text.split("## When an alert fires")[1] ?? "";
    const paragraphs = new Map(
      guide
        .split(/^### /m)
        .slice(1)
        .map((section) => [section.split("\n")[0], section.split("\n").slice(1).join(" ").trim()]),
    );
    expect([...paragraphs.keys()]).toEqual(alerts.map(({ alert }) => alert));
    for (const [, text] of paragraphs) expect(text.length).toBeGreaterThan(80);
    for (const { annotations, labels } of alerts)
      expect([annotations.summary, labels.severity]).toEqual([
        expect.stringMatching(/^.{20,}\.$/),
        expect.stringMatching(/^(critical|warning|info)$/),
      ]);
  });

  test("show every metric of ours that the guide lists, and the guide lists all", () => {
    const own = [...scrape.matchAll(/^# TYPE (caseport_\w+) (\w+)$/gm)].map(([, name = "", type]) =>
      type === "counter" ? `${name}_total` : name,
    );
    const listed = [...(findGuide("monitoring")?.text.split("## Traces")[0] ?? "").matchAll(/`(caseport_\w+)`/g)].map(
      ([, name = ""]) => name,
    );
    expect([...new Set(listed)].toSorted()).toEqual(own.toSorted());
    const shown = expressions.map(({ expr }) => expr).join(" ");
    expect(own.filter((name) => !shown.includes(name))).toEqual([]);
  });
});
