import spectralCore from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { describe, expect, test } from "vitest";
import { describeApi } from "../../../openapi/describe-api.ts";
import type { JsonObject } from "../../../openapi/json.ts";
import { isFullExtent } from "../../harness/extent.ts";
import { expandOnce } from "./expand-once.ts";

const { webhooks: _messages, components, ...rest } = JSON.parse(JSON.stringify(describeApi("https://api.caseport.test"))) as {
  webhooks: JsonObject;
  paths: Record<string, Record<string, JsonObject>>;
  components: Record<string, JsonObject> & { schemas: Record<string, JsonObject> };
};
/** As it is sent, without what only we write and what is waived as a whole: the messages of webhooks, the events' types, and examples, which are no schemas. */
const schemas = Object.entries(components.schemas).flatMap(([name, schema]): [string, JsonObject][] => {
  if (/(Webhook|(?<!Calendar)Event)$/.test(name)) return [];
  return [[name, name === "EventRecord" ? { $ref: "#/components/schemas/EventBase" } : schema]];
});
const whole = leaveOutExamples({ ...rest, components: { ...components, schemas: Object.fromEntries(schemas) } });
const document = isFullExtent ? whole : expandOnce(whole);

interface Waiver {
  /** Why the finding is none here. */
  reason: string;
  /** Where; everywhere without it. */
  applies?: (path: readonly string[], found: unknown) => boolean;
}

const isOpen = ([, path = ""]: readonly string[]) => path.startsWith("/api/health") || path === "/api/v1/openapi.json";
/** What we send: a caller bounds nothing by it, and what is stored was bounded when it came in. */
const isResponseObject = (path: readonly string[]) => path.includes("responses") || (path[0] === "components" && !(path[2] ?? "").endsWith("Body"));
const isAnchored = (_path: readonly string[], found: unknown) => /^\^.*\$$/s.test(String((found as JsonObject | undefined)?.["pattern"]));

/** What the rules find and we leave, each with its reason. A rule that is not here finds nothing. */
const waivers: Record<string, Waiver[]> = {
  "owasp:api2:2023-read-restricted": [{ reason: "Whether the process serves, and this document, are for everybody.", applies: isOpen }],
  "owasp:api4:2023-rate-limit-responses-429": [{ reason: "They cost nothing and tell nothing: no key, no limit.", applies: isOpen }],
  "owasp:api8:2023-define-error-responses-401": [{ reason: "They ask for no key.", applies: isOpen }],
  "owasp:api8:2023-define-error-responses-500": [{ reason: "They have no way to fail but 503.", applies: isOpen }],
  "owasp:api4:2023-rate-limit": [
    { reason: "A refusal before the key is known can tell no allowance of a key; nor can what asks for none.", applies: (path) => isOpen(path) || /\b(401|408|413|415|417|431)\b/.test(path.join(".")) },
    {
      reason: "The rule wants exactly one family of headers; the contract has both.",
      applies: (_path, found) => ["RateLimit", "X-RateLimit-Limit"].every((name) => Object.hasOwn(found as object, name)),
    },
  ],
  "owasp:api8:2023-define-cors-origin": [{ reason: "Programs call this API from servers. No header lets a page of another site read an answer." }],
  "owasp:api4:2023-array-limit": [{ reason: "Bounded where it came in.", applies: isResponseObject }],
  "owasp:api4:2023-string-limit": [
    { reason: "Bounded where it came in.", applies: isResponseObject },
    { reason: "Its pattern is anchored at both ends and bounds it.", applies: isAnchored },
  ],
  "owasp:api4:2023-string-restricted": [{ reason: "Names, notes and ids are free text, bounded in length; what is not free has a format, a pattern or an enumeration." }],
};

/** Rules that are waived at every place find nothing that is not; `test:full` shows that they find something. */
const waivedEverywhere = Object.keys(waivers).filter((code) => waivers[code]?.some(({ applies }) => applies === undefined) === true);
const off = isFullExtent ? [] : waivedEverywhere;

function leaveOutExamples<Part>(part: Part, isSchema = true): Part {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return part.map((each: unknown) => leaveOutExamples(each)) as Part;
  const members = Object.entries(part).filter(([name]) => !isSchema || !["example", "examples"].includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, leaveOutExamples(member as unknown, name !== "properties")])) as Part;
}

/** What stands there, references followed. */
function readPath(path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, name) => follow((value as JsonObject | undefined)?.[name]), document);
}

function follow(value: unknown): unknown {
  const reference = (value as JsonObject | undefined)?.["$ref"];
  return typeof reference === "string" ? readPath(reference.slice(2).split("/")) : value;
}

describe("the OWASP rules", () => {
  test("have no findings that are not waived with a reason, and no unused waiver", async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ extends: [[owasp, "all"]], rules: Object.fromEntries(off.map((code) => [code, "off"])) });
    const findings = await spectral.run(JSON.stringify(document));
    const used = new Set<string>();
    const left = findings.filter(({ code, path }) => {
      const words = path.map(String);
      const waiver = waivers[String(code)]?.find(({ applies }) => applies === undefined || applies(words, readPath(path)));
      if (waiver !== undefined) used.add(String(code));
      return waiver === undefined;
    });
    expect(left.map(({ code, path, message }) => `${code} ${path.join(".")}: ${message}`)).toEqual([]);
    expect([...used, ...off].toSorted()).toEqual(Object.keys(waivers).toSorted());
  });
});
