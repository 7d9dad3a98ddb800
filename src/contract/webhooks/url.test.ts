import { parse, urlToHttpOptions } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryText } from "../../testing/harness/arbitrary-text.ts";
import { hostOf, validateWebhookUrl } from "./url.ts";

test.each([
  "https://hooks.example.com",
  "https://hooks.example.com/",
  "https://hooks.example.com/caseport?tenant=7&x=[1]",
  "https://hooks.example.com?tenant=7",
  "https://hooks.example.com/a:b@c//d/../e;f,g!$'()*",
  "https://xn--bcher-kva.example/",
  "https://1and1.example.co.uk/%2e%2e/x",
  `https://${"a".repeat(63)}.example.com/`,
])("accepts %s", (text) => {
  expect(validateWebhookUrl(text)).toBeNull();
});

test.each([
  ["no address", "hooks.example.com/x", "must be an address"],
  ["a path alone", "/hooks", "must be an address"],
  ["nothing", "", "must be an address"],
  ["plain HTTP", "http://hooks.example.com/", "must begin with https://"],
  ["another protocol", "ftp://hooks.example.com/", "must begin with https://"],
  ["a script", "javascript:alert(1)//https://hooks.example.com/", "must begin with https://"],
  ["a user", "https://user@hooks.example.com/", "user or password"],
  ["user and password", "https://user:secret@hooks.example.com/", "user or password"],
  ["an empty user", "https://@hooks.example.com/", "user or password"],
  ["a host that is really a user", "https://hooks.example.com@evil.example/", "user or password"],
  ["a port", "https://hooks.example.com:8443/", "port"],
  ["the usual port", "https://hooks.example.com:443/", "port"],
  ["an empty port", "https://hooks.example.com:/", "port"],
  ["a fragment", "https://hooks.example.com/#x", "fragment"],
  ["an empty fragment", "https://hooks.example.com/#", "fragment"],
  ["an IPv4 address", "https://127.0.0.1/", "not an address"],
  ["a public IPv4 address", "https://8.8.8.8/", "not an address"],
  ["a number", "https://2130706433/", "not an address"],
  ["hexadecimal", "https://0x7f.1/", "not an address"],
  ["octal", "https://0177.0.0.1/", "not an address"],
  ["a short form", "https://127.1/", "not an address"],
  ["an IPv4 address in full width", "https://１２７.0.0.1/", "not an address"],
  ["an IPv6 address", "https://[::1]/", "not an address"],
  ["an IPv4-mapped address", "https://[::ffff:127.0.0.1]/", "not an address"],
  ["a machine's name", "https://localhost/", "not an address"],
  ["a name of the machine", "https://x.localhost/", "not an address"],
  ["an inner name", "https://metadata.google.internal/", "not an address"],
  ["a trailing dot", "https://hooks.example.com./", "not an address"],
  ["a label that is too long", `https://${"a".repeat(64)}.example.com/`, "not an address"],
  ["a name that is too long", `https://${"abcdefgh.".repeat(29)}example/`, "not an address"],
  ["capitals", "https://Hooks.example.com/", "plainly"],
  ["a protocol in capitals", "HTTPS://hooks.example.com/", "plainly"],
  ["another alphabet", "https://bücher.example/", "plainly"],
  ["a letter that becomes another", "https://hooks.exam\u{1d429}le.com/", "plainly"],
  ["a soft hyphen", "https://hooks.exa\u00admple.com/", "plainly"],
  ["an escape in the host", "https://hooks.ex%61mple.com/", "plainly"],
  ["a dot of Chinese", "https://hooks。example.com/", "plainly"],
  ["one slash", "https:/hooks.example.com/", "plainly"],
  ["no slash", "https:hooks.example.com/", "plainly"],
  ["three slashes", "https:///hooks.example.com/", "plainly"],
  ["backslashes", "https:\\\\hooks.example.com\\x", "plainly"],
  ["a backslash behind the host", "https://hooks.example.com\\@evil.example/", "user or password"],
  ["a backslash behind the host, alone", "https://hooks.example.com\\x", "plainly"],
  ["a backslash in the path", "https://hooks.example.com/a\\b", "plainly"],
  ["a tab in the host", "https://hooks.exa\tmple.com/", "plainly"],
  ["a line break in the path", "https://hooks.example.com/a\r\nx: y", "plainly"],
  ["a space in front", " https://hooks.example.com/", "plainly"],
  ["a space behind", "https://hooks.example.com/ ", "plainly"],
  ["a space in the path", "https://hooks.example.com/a b", "plainly"],
  ["a letter outside of ASCII", "https://hooks.example.com/ä", "plainly"],
  ["NUL", "https://hooks.example.com/\0", "plainly"],
])("%s is rejected", (_, text, reason) => {
  expect(validateWebhookUrl(text)).toContain(reason);
});

/** Pieces of which misleading addresses are made. */
const piece = fc.constantFrom(
  "https:",
  "HTTPS:",
  "http:",
  "//",
  "/",
  "\\",
  "@",
  ":",
  "443",
  "8443",
  "#",
  "?",
  "..",
  ".",
  "%2e",
  "%00",
  "\t",
  "\n",
  "\r",
  " ",
  "\0",
  "\u3002",
  "\uff0f",
  "\u00ad",
  "\u2028",
  "hooks.example.com",
  "evil.example",
  "HOOKS",
  "user",
  "127.0.0.1",
  "0x7f",
  "2130706433",
  "[::1]",
  "localhost",
  "xn--bcher-kva",
  "bücher",
  "-",
  "_",
  "a",
  "é",
  "\u{1d429}",
  ";",
  "&",
  "=",
);
const soup = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
const anyText = fc.oneof(
  soup,
  soup.map((rest) => `https://hooks.example.com${rest}`),
  soup.map((rest) => `https://${rest}`),
  fc.webUrl({ validSchemes: ["https"], withFragments: true, withQueryParameters: true }),
  arbitraryText({ maxLength: 10 }).map((rest) => `https://hooks.example.com/${rest}`),
  fc
    .tuple(arbitraryText({ maxLength: 3 }), fc.string({ unit: "grapheme", maxLength: 5 }))
    .map(([front, rest]) => `https://${front}example.com${rest}`),
);

describe("every accepted URL", () => {
  test("is requested at exactly the host it names, on port 443, for every parser", () => {
    let passed = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        if (validateWebhookUrl(text) !== null) return;
        passed += 1;
        const url = new URL(text);
        // Read by hand, as RFC 3986 has it (appendix B), and as SQL reads it in areas/webhooks/store.ts.
        const written = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$/.exec(text);
        expect([written?.[2], written?.[4], written?.[8]]).toEqual(["https", url.hostname, undefined]);
        expect(/^https:\/\/([^/?]+)/.exec(text)?.[1]).toBe(url.hostname);
        expect([url.protocol, url.host, url.port, url.username, url.password, url.hash]).toEqual([
          "https:",
          url.hostname,
          "",
          "",
          "",
          "",
        ]);
        expect(url.hostname).toMatch(
          /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z-][a-z0-9-]*$/,
        );
        expect(hostOf(text)).toBe(url.hostname);
        // Node's other two readings.
        expect(urlToHttpOptions(url)).toMatchObject({ hostname: url.hostname });
        // oxlint-disable-next-line typescript/no-deprecated -- looked at because others may still read addresses so
        const legacy = parse(text);
        expect([legacy.protocol, legacy.host, legacy.auth, legacy.hash]).toEqual(["https:", url.hostname, null, null]);
        // And once more: what is kept is what is called.
        expect(new URL(url.href).hostname).toBe(url.hostname);
      }),
      { numRuns: 20_000 },
    );
    expect(passed).toBeGreaterThan(500);
  });
});
