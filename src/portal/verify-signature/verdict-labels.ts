import {
  toleranceSeconds,
  type BodyForm,
  type CheckedSignature,
  type SecretFault,
  type TimestampFault,
  type Verdict,
} from "./verify-message.ts";
import { plural } from "../ui/plural.ts";

export interface Finding {
  check: "Headers" | "Signing secret" | "Timestamp" | "Signature";
  state: "good" | "bad" | "unknown";
  sentence: string;
  hints?: readonly string[];
}

export interface Outcome {
  tone: "success" | "warning" | "danger";
  title: string;
  sentence: string;
}

const secretFaults: Record<SecretFault, string> = {
  missing: "No secret was entered.",
  api_key: "This is an API key. The signing secret starts with whsec_ and was shown when the webhook was created.",
  no_prefix: "It does not start with whsec_. Copy the whole secret.",
  not_base64: "The part after whsec_ is not base64. A character is missing or extra.",
};

/** In the order in which a receiver checks. */
export function listFindings(verdict: Verdict): Finding[] {
  return [
    describeHeaders(verdict),
    describeSecret(verdict),
    formatTimestamp(verdict.timestamp),
    describeSignature(verdict),
  ];
}

export function formatOutcome({ isVerified, bodyForm, secret, timestamp }: Verdict): Outcome {
  if (isVerified)
    return {
      tone: "success",
      title: "Signature valid",
      sentence: "The request was signed with this secret, is unchanged and recent.",
    };
  if (bodyForm === "as_pasted" && secret.fault === null && timestamp !== null) {
    return {
      tone: "warning",
      title: "Signature valid, timestamp outside the tolerance",
      sentence:
        "This is expected for an older request. On arrival it would mean a wrong clock or a replayed request; reject it.",
    };
  }
  return {
    tone: "danger",
    title: "Signature invalid",
    sentence: "Endpoints must reject this request. The failed checks are below.",
  };
}

function describeHeaders({ missing }: Verdict): Finding {
  if (missing.length === 0)
    return {
      check: "Headers",
      state: "good",
      sentence: "webhook-id, webhook-timestamp and webhook-signature are present.",
    };
  return {
    check: "Headers",
    state: "bad",
    sentence: `Missing: ${missing.join(", ")}.`,
    hints: [
      "A proxy in front of the endpoint may remove unknown headers.",
      "The headers were pasted without names, such as “webhook-id: evt_…”.",
    ],
  };
}

function describeSecret({ secret: { fault, bytes } }: Verdict): Finding {
  if (fault !== null) return { check: "Signing secret", state: "bad", sentence: secretFaults[fault] };
  return { check: "Signing secret", state: "good", sentence: `Valid format, ${bytes} bytes.` };
}

const timestampFaults: Record<TimestampFault, (age: string) => string> = {
  malformed: () => "It is not a number of seconds since 1970.",
  milliseconds: () => "These are milliseconds; the header uses seconds.",
  too_old: (age) => `It was signed ${age} ago. Endpoints accept at most ${toleranceSeconds / 60} minutes.`,
  in_future: (age) =>
    `It is ${age} in the future. Endpoints accept at most ${toleranceSeconds / 60} minutes. Check this computer’s clock.`,
};

function formatTimestamp(timestamp: Verdict["timestamp"]): Finding {
  if (timestamp === null) return { check: "Timestamp", state: "unknown", sentence: "The header is missing." };
  const { fault, ageSeconds } = timestamp;
  const age = formatSpan(Math.abs(ageSeconds ?? 0));
  if (fault !== null) return { check: "Timestamp", state: "bad", sentence: timestampFaults[fault](age) };
  return {
    check: "Timestamp",
    state: "good",
    sentence: `It is ${age} ${(ageSeconds ?? 0) < 0 ? "ahead" : "old"}; up to ${toleranceSeconds / 60} minutes are accepted.`,
  };
}

const bodyFaults: Record<Exclude<BodyForm, "as_pasted">, string> = {
  trimmed:
    "It matches the body without the surrounding whitespace, which an editor, echo or a proxy added. Verify exactly the bytes received.",
  rewritten:
    "It matches the body as sent, but this body was parsed and serialized again. Verify the raw body before JSON parsing.",
};

function describeSignature({ signatures, bodyForm }: Verdict): Finding {
  if (signatures === null)
    return { check: "Signature", state: "unknown", sentence: "It could not be computed. See above." };
  if (bodyForm === "as_pasted") return { check: "Signature", state: "good", sentence: describeMatch(signatures) };
  if (bodyForm !== null) return { check: "Signature", state: "bad", sentence: bodyFaults[bodyForm] };
  if (signatures.every(({ fits }) => fits === null)) {
    return { check: "Signature", state: "bad", sentence: "The header has no v1 signature, such as “v1,K5oZfzN95Z…”." };
  }
  return {
    check: "Signature",
    state: "bad",
    sentence: plural(
      signatures.length,
      "It does not match the ID, timestamp and body with this secret.",
      "None of the # signatures matches the ID, timestamp and body with this secret.",
    ),
    hints: [
      "The secret belongs to another webhook, or is the one before a rotation, which signs for only 24 more hours.",
      "The body was changed in transit or belongs to another request.",
      "The body was parsed and serialized again with a different field order.",
      "The ID or timestamp belongs to another request.",
    ],
  };
}

/** After a rotation there are two signatures for 24 hours. */
function describeMatch(signatures: readonly CheckedSignature[]): string {
  if (signatures.length === 1) return "It matches the ID, timestamp and body.";
  const places = signatures.flatMap(({ fits }, index) => (fits === true ? [index + 1] : []));
  return `Number ${places.join(" and ")} of ${signatures.length} matches the ID, timestamp and body. One match is enough: both secrets sign for 24 hours after a rotation.`;
}

/** From the largest: "2 hours" is the first of them, "119 minutes" the last of the unit below. */
const units = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
];

/** "4 minutes": in the largest unit of which there are at least two. */
function formatSpan(seconds: number): string {
  const { unit, seconds: size } = units.find((each) => seconds >= 2 * each.seconds) ?? { unit: "second", seconds: 1 };
  const count = Math.floor(seconds / size);
  return plural(count, `# ${unit}`, `# ${unit}s`);
}
