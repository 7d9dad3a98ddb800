import type * as z from "zod";

const nouns: Record<string, string> = {
  string: "text",
  int: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

const integerFormats: ReadonlySet<unknown> = new Set(["safeint", "int32", "uint32"]);

/** The expected type of an issue. For text instead of an integer, zod expects `number`. */
function nameExpected(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const definition = issue.inst?._zod.def;
  const format = definition !== undefined && "format" in definition ? definition.format : undefined;
  if (issue.expected === "number" && integerFormats.has(format)) return "an integer";
  return nouns[issue.expected] ?? issue.expected;
}

/** The message of a fault after its path. It never repeats the value: it can be PHI, and errors reach logs. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : `must be ${nameExpected(issue)}`;
    case "invalid_value":
      return `${issue.input === undefined ? "required, " : "must be "}one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "string"
        ? `must be at least ${issue.minimum} characters long`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `must be at most ${issue.maximum} characters long`
        : `must be at most ${issue.maximum}`;
    case "unrecognized_keys":
      return "unknown property";
    case "invalid_format":
      return "has the wrong format";
    case "invalid_union":
      return "matches none of the allowed forms";
    default:
      return undefined;
  }
}
