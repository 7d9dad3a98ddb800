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
      smtpUrl: null,
      mailFrom: null,
      dataDirectory: ".data",
      databaseUrl: null,
      databasePoolSize: 16,
      rateLimits: { read: 600, write: 120, sensitive: 60, organizationFactor: 3, unauthenticated: 30 },
      signInLimit: 20,
      rateLimitStore: "memory",
      redisUrl: null,
      idempotencyHours: 24,
      trustedProxies: [],
      logLevel: "info",
    });
  });

  test("takes an empty value as not set", () => {
    expect(readEnvironment({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test("lets the base address follow the port, and drops its last slash", () => {
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
    ["CASEPORT_RATE_LIMIT_STORE", "disk"],
    ["REDIS_URL", "localhost:6379"],
    ["CASEPORT_IDEMPOTENCY_HOURS", "23"],
    ["CASEPORT_IDEMPOTENCY_HOURS", "169"],
    ["CASEPORT_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["CASEPORT_LOG_LEVEL", "loud"],
    ["CASEPORT_SMTP_URL", "http://mail.example.com"],
    ["CASEPORT_MAIL_FROM", "nobody"],
    ["CASEPORT_RATE_LIMIT_SIGN_IN", "0"],
  ])("refuses %s=%s by name, once", (name, value) => {
    const faults = faultsOf({ ...(name === "CASEPORT_SMTP_URL" && { CASEPORT_MAIL_FROM: "portal@example.com" }), [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: must be `));
  });

  test("names every wrong variable at once, and repeats no value", () => {
    const faults = faultsOf({ PORT: "x", DATABASE_URL: "secret", CASEPORT_RATE_LIMIT_STORE: "redis" });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual(["PORT", "DATABASE_URL", "REDIS_URL"]);
    expect(faults.join()).not.toContain("secret");
  });

  test("refuses a secret that is too short, and a mail server without a sender", () => {
    expect(faultsOf({ CASEPORT_SECRET: "x".repeat(31) })).toEqual(["CASEPORT_SECRET: must have at least 32 characters"]);
    expect(faultsOf({ CASEPORT_SMTP_URL: "smtp://mail.example.com" })).toEqual(["CASEPORT_MAIL_FROM: must be set with CASEPORT_SMTP_URL"]);
  });

  test("refuses a misspelt variable of its own", () => {
    expect(faultsOf({ CASEPORT_RATE_LIMIT_REED: "5" })).toEqual(["CASEPORT_RATE_LIMIT_REED: there is no variable of this name"]);
  });
});

test("every variable has a sentence", () => {
  expect(environmentVariables).toHaveLength(20);
  for (const variable of environmentVariables) expect(variable.sentence).toMatch(/^[A-Z].+\.$/);
  expect(environmentVariables.find((variable) => variable.name === "CASEPORT_HOST")?.default).toBe("127.0.0.1,::1");
});
