import { describe, expect, test } from "vitest";
import { EnvironmentError, environmentVariables, readEnvironment } from "./environment.ts";

function faultsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
}

describe("readEnvironment", () => {
  test("fills in every default", () => {
    expect(readEnvironment({ PATH: "/bin" })).toEqual({
      port: 3000,
      hosts: ["127.0.0.1", "::1"],
      baseUrl: "http://localhost:3000",
      secret: null,
      acceptedSecret: null,
      piiKeys: [],
      smtpUrl: null,
      mailFrom: null,
      securityContact: null,
      dataDirectory: ".data",
      backupDirectory: null,
      backupKey: null,
      storage: "disk",
      s3: null,
      databaseUrl: null,
      directDatabaseUrl: null,
      databasePoolSize: 16,
      drainSeconds: 0,
      connections: { total: 4_096, perAddress: 1_024, stallSeconds: 20 },
      rateLimits: { read: 600, write: 120, sensitive: 60, organizationFactor: 3, unauthenticated: 30 },
      signInLimit: 20,
      calendarLimit: 3_000,
      signingLimit: 60,
      breachedPasswords: null,
      rateLimitStore: "memory",
      redisUrl: null,
      replicaUrl: null,
      idempotencyHours: 24,
      bulkItemsPerSecond: 10,
      auditYears: 7,
      sealing: { p12: null, password: null, timestampUrl: null },
      trustedProxies: [],
      webhookNetworks: [],
      webhookTestReceivers: new Map(),
      tokenIssuer: null,
      worker: "inside",
      logLevel: "info",
      traces: null,
      metrics: null,
    });
  });

  test("treats an empty value as not set", () => {
    expect(readEnvironment({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test("derives the base URL from the port, and removes its trailing slash", () => {
    expect(readEnvironment({ PORT: "4000" }).baseUrl).toBe("http://localhost:4000");
    expect(readEnvironment({ CASEPORT_BASE_URL: "https://api.example.com/" }).baseUrl).toBe("https://api.example.com");
  });

  test("reads lists", () => {
    const read = readEnvironment({ CASEPORT_HOST: "0.0.0.0, ::", CASEPORT_TRUSTED_PROXIES: "10.0.0.0/8,::1" });
    expect(read).toMatchObject({ hosts: ["0.0.0.0", "::"], trustedProxies: ["10.0.0.0/8", "::1"] });
  });

  test.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3e3"],
    ["CASEPORT_HOST", "localhost"],
    ["CASEPORT_BASE_URL", "https://example.com/path"],
    ["CASEPORT_BASE_URL", "example.com"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "postgresql://localhost"],
    ["CASEPORT_DATABASE_POOL_SIZE", "1"],
    ["CASEPORT_AUDIT_YEARS", "5"],
    ["CASEPORT_RATE_LIMIT_STORE", "disk"],
    ["REDIS_URL", "localhost:6379"],
    ["CASEPORT_IDEMPOTENCY_HOURS", "23"],
    ["CASEPORT_IDEMPOTENCY_HOURS", "169"],
    ["CASEPORT_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["CASEPORT_WEBHOOK_NETWORKS", "10.0.0.0/33"],
    ["CASEPORT_WEBHOOK_NETWORKS", "10.0.0.0/7"],
    ["CASEPORT_WEBHOOK_NETWORKS", "0.0.0.0/0"],
    ["CASEPORT_WEBHOOK_NETWORKS", "::/0"],
    ["CASEPORT_WEBHOOK_NETWORKS", "127.0.0.0/8"],
    ["CASEPORT_WEBHOOK_NETWORKS", "10.1.0.0/16,169.254.169.254"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=127.0.0.1"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=127.0.0.1:0"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=127.0.0.1:65536"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=10.0.0.1:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=localhost:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=::1:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=[::2]:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "hooks.example.com=[127.0.0.1]:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "127.0.0.1=127.0.0.1:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "localhost=127.0.0.1:443"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "a.example.com=127.0.0.1:443,"],
    ["CASEPORT_WEBHOOK_TEST_RECEIVERS", "a.example.com=127.0.0.1:443,a.example.com=127.0.0.1:444"],
    ["CASEPORT_LOG_LEVEL", "loud"],
    ["CASEPORT_SMTP_URL", "http://mail.example.com"],
    ["CASEPORT_MAIL_FROM", "nobody"],
    ["CASEPORT_RATE_LIMIT_SIGN_IN", "0"],
    ["CASEPORT_TIMESTAMP_URL", "http://tsa.example.com"],
  ])("rejects %s=%s by name, once", (name, value) => {
    const faults = faultsOf({
      ...(name === "CASEPORT_SMTP_URL" && { CASEPORT_MAIL_FROM: "portal@example.com" }),
      [name]: value,
    });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: must be `));
  });

  test("names every invalid variable at once without its value", () => {
    const faults = faultsOf({ PORT: "x", DATABASE_URL: "secret", CASEPORT_RATE_LIMIT_STORE: "redis" });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(["PORT", "DATABASE_URL", "REDIS_URL"]);
    expect(faults.join()).not.toContain("secret");
  });

  test("rejects a secret that is too short, and a mail server without a sender", () => {
    expect(faultsOf({ CASEPORT_SECRET: "x".repeat(31) })).toEqual([
      "CASEPORT_SECRET: must have at least 32 characters",
    ]);
    expect(faultsOf({ CASEPORT_SMTP_URL: "smtp://mail.example.com" })).toEqual([
      "CASEPORT_MAIL_FROM: must be set with CASEPORT_SMTP_URL",
    ]);
    expect(faultsOf({ CASEPORT_REPLICA_URL: "postgresql://replica.internal/caseport" })).toEqual([
      "DATABASE_URL: must be set with CASEPORT_REPLICA_URL",
    ]);
  });

  test("reads the webhook networks and the test receivers", () => {
    const read = readEnvironment({
      CASEPORT_WEBHOOK_NETWORKS: "10.1.0.0/16, 192.168.7.7, fd12:3456::/32",
      CASEPORT_WEBHOOK_TEST_RECEIVERS: "a.example.com=127.0.0.1:4443, b.example.com=[::1]:1",
    });
    expect(read.webhookNetworks).toEqual(["10.1.0.0/16", "192.168.7.7", "fd12:3456::/32"]);
    expect(read.webhookTestReceivers).toEqual(
      new Map([
        ["a.example.com", { address: "127.0.0.1", port: 4443 }],
        ["b.example.com", { address: "::1", port: 1 }],
      ]),
    );
  });

  test.each([
    ["http://localhost:4000", true],
    ["http://127.0.0.1:4000", true],
    ["http://[::1]", true],
    ["https://localhost:4000", false],
    ["https://api.example.com", false],
    ["http://api.example.com", false],
    ["http://localhost.example.com", false],
    ["http://127.0.0.2", false],
  ])("with the base URL %s test receivers are allowed: %s", (baseUrl, isAllowed) => {
    const faults = faultsOf({
      CASEPORT_BASE_URL: baseUrl,
      CASEPORT_WEBHOOK_TEST_RECEIVERS: "a.example.com=127.0.0.1:4443",
    });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(isAllowed ? [] : ["CASEPORT_WEBHOOK_TEST_RECEIVERS"]);
  });

  test.each([
    [{}, false],
    [{ CASEPORT_BASE_URL: "http://localhost:3000" }, true],
    [{ CASEPORT_BASE_URL: "https://api.example.com" }, false],
  ])("with an external database and %j test receivers are allowed: %s", (more: Record<string, string>, isAllowed) => {
    const faults = faultsOf({
      DATABASE_URL: "postgresql://localhost/caseport",
      CASEPORT_WEBHOOK_TEST_RECEIVERS: "a.example.com=127.0.0.1:4443",
      ...more,
    });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(isAllowed ? [] : ["CASEPORT_WEBHOOK_TEST_RECEIVERS"]);
  });

  test("rejects an unknown variable with the product's prefix", () => {
    expect(faultsOf({ CASEPORT_RATE_LIMIT_REED: "5" })).toEqual([
      "CASEPORT_RATE_LIMIT_REED: there is no variable of this name",
    ]);
  });
});

test("a second secret requires separate keys for social security numbers", () => {
  const secrets = { CASEPORT_SECRET: "x".repeat(32), CASEPORT_ACCEPTED_SECRET: "y".repeat(32) };
  expect(faultsOf(secrets)).toEqual([
    expect.stringMatching(/^CASEPORT_PII_KEYS: must be set with CASEPORT_ACCEPTED_SECRET/),
  ]);
  expect(
    readEnvironment({ ...secrets, CASEPORT_PII_KEYS: `1=${Buffer.alloc(32).toString("base64")}` }).acceptedSecret,
  ).toBe("y".repeat(32));
});

test("traces have a URL of their own or the endpoint's, and are off without either and when they are disabled", () => {
  const read = (more: Record<string, string>) =>
    readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/", ...more }).traces;
  expect(read({})).toEqual({
    url: "http://collector:4318/v1/traces",
    protocol: "http/protobuf",
    sampler: "parentbased_always_on",
    ratio: 1,
  });
  expect(
    read({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example.com/otlp",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
    }),
  ).toMatchObject({ url: "https://traces.example.com/otlp", sampler: "traceidratio", ratio: 0.05 });
  expect(read({ OTEL_SDK_DISABLED: "true" })).toBeNull();
  expect(
    faultsOf({
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_TRACES_SAMPLER_ARG: "5%",
      CASEPORT_METRICS_HOST: "localhost",
    }),
  ).toHaveLength(3);
});

test("every variable has a description", () => {
  expect(environmentVariables).toHaveLength(58);
  for (const variable of environmentVariables) expect(variable.sentence).toMatch(/^[A-Z].+\.$/);
  expect(environmentVariables.find((variable) => variable.name === "CASEPORT_HOST")?.default).toBe("127.0.0.1,::1");
});
