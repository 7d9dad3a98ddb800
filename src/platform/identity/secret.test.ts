import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findIdentitySecret, readIdentitySecret, readSecrets } from "./secret.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "caseport-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

test("is created once, readable only by its owner, and returned from then on", () => {
  const dataDirectory = makeFolder();
  const secret = readIdentitySecret({ secret: null, dataDirectory });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readIdentitySecret({ secret: null, dataDirectory })).toBe(secret);
  expect(readdirSync(dataDirectory)).toEqual(["portal-secret"]);
  expect(statSync(join(dataDirectory, "portal-secret")).mode & 0o777).toBe(0o600);
});

test("the operator's secret takes precedence, and no file is created", () => {
  const dataDirectory = makeFolder();
  expect(readIdentitySecret({ secret: "x".repeat(32), dataDirectory })).toBe("x".repeat(32));
  expect(() => readdirSync(dataDirectory)).toThrow("ENOENT");
});

test("the accepted secret comes second, unless it is the same", () => {
  const [one, other] = ["x".repeat(32), "y".repeat(32)];
  const read = (acceptedSecret: string | null) =>
    readSecrets({ secret: one, acceptedSecret, dataDirectory: makeFolder() });
  expect([read(null), read(other), read(one)]).toEqual([[one], [one, other], [one]]);
});

test("a read-only lookup returns an existing secret and creates none", () => {
  const dataDirectory = makeFolder();
  expect(findIdentitySecret({ secret: null, dataDirectory })).toBe(null);
  expect(() => readdirSync(dataDirectory)).toThrow("ENOENT");
  const secret = readIdentitySecret({ secret: null, dataDirectory });
  expect(findIdentitySecret({ secret: null, dataDirectory })).toBe(secret);
  expect(findIdentitySecret({ secret: "x".repeat(32), dataDirectory })).toBe("x".repeat(32));
});

test("processes that start concurrently use the same secret", async () => {
  const dataDirectory = makeFolder();
  const module = new URL("secret.ts", import.meta.url).href;
  const script = `import { findIdentitySecret, readIdentitySecret, readSecrets } from ${JSON.stringify(module)};
    console.log(readIdentitySecret({ secret: null, dataDirectory: ${JSON.stringify(dataDirectory)} }));`;
  const runs = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]),
  );
  const secrets = new Set((await Promise.all(runs)).map(({ stdout }) => stdout));
  expect(secrets.size).toBe(1);
  expect([...secrets][0]?.trim()).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(dataDirectory)).toEqual(["portal-secret"]);
});
