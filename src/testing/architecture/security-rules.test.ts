import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFiles, production, root, type Source } from "./sources.ts";

/** What the code does not do, or only in these files. The guide on security names the rules. */
interface Rule {
  pattern: RegExp;
  /** Default: all production code. */
  among?: RegExp;
  /** Files that may, each for the reason that stands above the rule. */
  allowed?: readonly string[];
  /** Violations: the rule finds each of them. */
  controls: readonly [string, ...string[]];
}

/** All but the command line, which an operator runs. */
const served = /^(src\/(?!cli\/)|app\/|next\.config|instrumentation)/;

const rules: Record<string, Rule> = {
  "no HTML is assembled": {
    pattern:
      /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|createContextualFragment|["'`]text\/html\b.*\bbody:/,
    controls: [
      "<p dangerouslySetInnerHTML={{ __html: name }} />",
      "place.innerHTML = text",
      'headers: { "Content-Type": "text/html" }, body: page',
    ],
  },
  // Threads that read strangers' text with a limit of time are of our own modules.
  "no request starts a program": {
    allowed: [
      "src/platform/bounded-work/bounded-work.ts",
      "src/platform/bounded-work/serve-work.ts",
      // The port through which the thread of PDF work asks for signatures.
      "src/platform/pdf/pdf.thread.ts",
      "src/platform/pdf/pdf.ts",
      "src/platform/pdf/thread-messages.ts",
    ],
    pattern: /["'](node:)?(child_process|cluster|worker_threads|vm)["']/,
    among: served,
    controls: ['import { execFile } from "node:child_process"', 'await import("worker_threads")'],
  },
  // Made of our own words: the form of a token, the routes of the build and of the API, marks of notes, units, names of headers.
  "no regular expression is made from input": {
    pattern: /\bRegExp\(/,
    among: served,
    allowed: [
      "src/areas/jurisdiction-rules/domain.notation.ts",
      "src/areas/notes/domain.markdown.ts",
      "src/contract/values/values.ts",
      "src/http/pages/page-status.ts",
      "src/platform/identity/credentials/url-token.ts",
      "src/portal/verify-signature/verify-message.ts",
      "src/sdk/operations.ts",
    ],
    controls: ["rows.filter(({ name }) => new RegExp(search).test(name))", "RegExp(pattern)"],
  },
  // The lists of breached passwords are of SHA-1, and Twilio signs its webhooks with an HMAC of it (0211).
  "hashes, HMACs and derived keys are of SHA-256": {
    allowed: ["src/platform/identity/breached-passwords.ts", "src/platform/text-messages/twilio.ts"],
    pattern:
      /\b(createHash|createHmac|hkdf|hkdfSync)\((?!"sha256"|algorithm: string\))|\bpbkdf2(Sync)?\((?!.*"sha256"\))|\bdigest\("(?!hex|base64)(?!SHA-256")|\bhash: "SHA-(?!256")|["'`](md[245]|sha-?1|rsa-sha1)["'`]/i,
    controls: [
      'createHash("md5")',
      "createHmac(name, key)",
      'pbkdf2Sync(password, salt, 1, 20, "sha1")',
      'crypto.subtle.digest("SHA-1", bytes)',
      '{ name: "HMAC", hash: "SHA-1" }',
      'const algorithm = "sha1"',
    ],
  },
  "one file encrypts": {
    pattern: /\bcreate(Cipher|Decipher)(iv)?\(|\bsubtle\.(en|de)crypt\(/,
    allowed: ["src/platform/crypto/encryption.ts"],
    controls: ["createCipheriv(name, key, nonce)", "crypto.subtle.encrypt({ name }, key, bytes)"],
  },
  "no cipher is named but AES-256-GCM": {
    pattern: /["'`](aes-?(?!256-gcm)\d{3}[-\w]*|AES-\w{3}|des(-[-\w]+|3)?|rc[24][-\w]*|blowfish|chacha20[-\w]*)["'`]/i,
    controls: ['const algorithm = "aes-256-cbc"', 'createCipheriv("des-ede3-cbc", key, nonce)', '{ name: "AES-CBC" }'],
  },
  // When to try again, and what the benchmark sends.
  "no secret is made by Math.random": {
    pattern: /\bMath\.random\b/,
    among: /^(?!src\/cli\/bench\/)/,
    allowed: ["src/areas/webhooks/deliveries/domain.schedule.ts", "src/sdk/follow.ts", "src/sdk/send.ts"],
    controls: ["const token = Math.random().toString(36)"],
  },
  // What a client of assistants in a browser needs, without cookies: decision 0224.
  "no response allows other origins": {
    pattern: /access-control-|\bcors\b.*\bfrom\b|\bcors\(/i,
    allowed: ["src/http/oauth/cross-origin.ts"],
    controls: ['response.setHeader("Access-Control-Allow-Origin", "*")', 'import cors from "cors"'],
  },
  // Columns, theme, language, the organization used last, drafts of a tab, and their end when a person signs out.
  "the browser stores what these files write": {
    pattern: /\b(local|session)Storage\b|\bindexedDB\b|\bdocument\.cookie\b|\bcookieStore\b|\bcaches\.|serviceWorker/,
    allowed: [
      "src/portal/client/locale.tsx",
      "src/portal/credentials/form/use-draft.ts",
      "src/portal/shell/account-menu.tsx",
      "src/portal/shell/organization-switcher.tsx",
      "src/portal/shell/switcher-panel.tsx",
      "src/portal/shell/theme.ts",
      "src/portal/ui/table-columns.ts",
    ],
    controls: ['window.localStorage.setItem("key", secret)', "document.cookie = name"],
  },
  "passwords are typed in a PasswordInput that password managers fill": {
    pattern:
      /<PasswordInput(?![^>]*\bautoComplete="(current|new)-password")|<(?!PasswordInput)\w+[^>]*\bname="(\w*[pP]assword|repeated)"/,
    controls: [
      '<PasswordInput {...control} name="password" />',
      '<PasswordInput autoComplete="off" name="password" />',
      '<TextInput {...control} name="newPassword" />',
    ],
  },
  // The list of values that a paste splits at its commas.
  "nothing stops pasting": {
    pattern: /\bon(Paste|BeforeInput)\b|["'](paste|beforeinput)["']/,
    allowed: ["src/portal/credentials/form/chips-field.tsx"],
    controls: ["<TextInput onPaste={(event) => event.preventDefault()} />"],
  },
  "product code imports no tests": {
    pattern: /(from|import\()\s*"[^"]*(\/testing\/|\.test\.ts|\/fixtures)/,
    // Commands of contributors, and the database in which they try the seed.
    among: /^(?!src\/cli\/(bench|simulate|changelog|routes|test\b)|prisma\/seed\/temporary-database)/,
    controls: ['import { testSecret } from "../testing/harness/server.ts"', 'await import("./fixtures.ts")'],
  },
  "only a start of the embedded database makes demo data": {
    pattern: /(from|import\()\s*"[^"]*prisma\/seed\//,
    // Benchmarks have a database of their own.
    among: /^(?!src\/cli\/bench\/)/,
    allowed: [
      "src/cli/serve/demo-data.ts",
      "src/cli/serve/demo-file.ts",
      "src/cli/serve/demo-people.ts",
      // Example records of sandboxes alone: no account, no key.
      "src/composition/worker.ts",
    ],
    controls: ['import { seedDemoData } from "../../prisma/seed/demo.ts"'],
  },
  "no type error is silenced": {
    pattern: /@ts-(ignore|nocheck|expect-error)/,
    controls: ["// @ts-ignore", "// @ts-expect-error it works"],
  },
};

const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/(?! @ts).*$/gm, "");
const code: readonly Source[] = production.map(({ path, text }) => ({ path, text: withoutComments(text) }));

describe.each(Object.entries(rules))("%s", (_, { pattern, among = /./, allowed = [], controls }) => {
  test("in the sources", () => {
    expect(
      findFiles(
        pattern,
        code.filter(({ path }) => among.test(path)),
      ).toSorted(),
    ).toEqual(allowed);
  });

  test.each(controls)("not as in %s", (text) => {
    expect(findFiles(pattern, [{ path: "control", text: withoutComments(text) }])).toEqual(["control"]);
  });
});

test("types are checked strictly", () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
    compilerOptions: Record<string, unknown>;
  };
  expect(compilerOptions).toMatchObject({
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  });
  // What `strict` contains would be off again.
  expect(
    Object.keys(compilerOptions).filter((name) =>
      /^(noImplicit(Any|This)|strict\w+|alwaysStrict|useUnknownInCatchVariables)$/.test(name),
    ),
  ).toEqual([]);
});
