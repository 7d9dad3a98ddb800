import { toleranceSeconds } from "./verify-message.ts";
import type { BodyForm, CheckedSignature, SecretFault, TimestampFault, Verdict } from "./verify-message.ts";

/** One check of a receiver: what came of it, and what to do. */
export interface Finding {
  check: "Headers" | "Signing secret" | "Timestamp" | "Signature";
  state: "good" | "bad" | "unknown";
  sentence: string;
  /** The usual mistakes that lead here. */
  hints?: readonly string[];
}

/** The whole in a sentence, and how good it is. */
export interface Outcome {
  tone: "success" | "warning" | "danger";
  title: string;
  sentence: string;
}

const secretFaults: Record<SecretFault, string> = {
  missing: "There is no secret to compute with.",
  api_key: "This is an integration key, which opens the API. The signing secret is another one: it begins with whsec_ and was shown when the subscription was made.",
  no_prefix: "It lacks whsec_ at its beginning. A part may be missing: copy it whole.",
  not_base64: "What follows whsec_ is not base64: a character is missing, or one too many was copied.",
};

/** What the checks found, in the order in which a receiver makes them. */
export function listFindings(verdict: Verdict): Finding[] {
  return [describeHeaders(verdict), describeSecret(verdict), formatTimestamp(verdict.timestamp), describeSignature(verdict)];
}

/** What one should do with the message. */
export function formatOutcome({ isVerified, bodyForm, secret, timestamp }: Verdict): Outcome {
  if (isVerified) return { tone: "success", title: "The message is genuine", sentence: "It was signed with this secret, nobody changed it, and it is not old." };
  if (bodyForm === "as_pasted" && secret.fault === null && timestamp !== null) {
    return {
      tone: "warning",
      title: "The signature fits, but a receiver refuses the message",
      sentence: "Its timestamp is outside the tolerance. That is right for a message of some time ago, which you look at now; on arrival it would point to a clock that is wrong, or to somebody who sends an old message again.",
    };
  }
  return { tone: "danger", title: "The message does not verify", sentence: "A receiver must refuse it. What does not fit stands below." };
}

function describeHeaders({ missing }: Verdict): Finding {
  if (missing.length === 0) return { check: "Headers", state: "good", sentence: "webhook-id, webhook-timestamp and webhook-signature are there." };
  return {
    check: "Headers",
    state: "bad",
    sentence: `Missing: ${missing.join(", ")}.`,
    hints: ["A proxy in front of the receiver may let through only headers that it knows.", "They were pasted without their names, such as “webhook-id: evt_…”."],
  };
}

function describeSecret({ secret: { fault, bytes } }: Verdict): Finding {
  if (fault !== null) return { check: "Signing secret", state: "bad", sentence: secretFaults[fault] };
  return { check: "Signing secret", state: "good", sentence: `It has the right form, and holds ${bytes} bytes.` };
}

const timestampFaults: Record<TimestampFault, (age: string) => string> = {
  malformed: () => "It is no number of seconds since 1970.",
  milliseconds: () => "These are milliseconds; the header has seconds. Was it computed anew?",
  too_old: (age) => `It was signed ${age} ago. A receiver takes at most ${toleranceSeconds / 60} minutes.`,
  in_future: (age) => `It lies ${age} in the future. A receiver takes at most ${toleranceSeconds / 60} minutes: look at this computer’s clock.`,
};

function formatTimestamp(timestamp: Verdict["timestamp"]): Finding {
  if (timestamp === null) return { check: "Timestamp", state: "unknown", sentence: "The header is missing." };
  const { fault, ageSeconds } = timestamp;
  const age = formatSpan(Math.abs(ageSeconds ?? 0));
  if (fault !== null) return { check: "Timestamp", state: "bad", sentence: timestampFaults[fault](age) };
  return { check: "Timestamp", state: "good", sentence: `It is ${age} ${(ageSeconds ?? 0) < 0 ? "ahead" : "old"}; up to ${toleranceSeconds / 60} minutes are taken.` };
}

const bodyFaults: Record<Exclude<BodyForm, "as_pasted">, string> = {
  trimmed: "It fits the body without the spaces or line breaks around it. Something added them: an editor, echo, or a proxy. Sign and compare exactly the bytes that arrived.",
  rewritten: "It fits the body as Caseport wrote it, but this one was parsed and written again: other spaces, other escapes. Verify the raw body before any JSON parser touches it.",
};

function describeSignature({ signatures, bodyForm }: Verdict): Finding {
  if (signatures === null) return { check: "Signature", state: "unknown", sentence: "It could not be computed: see above." };
  if (bodyForm === "as_pasted") return { check: "Signature", state: "good", sentence: describeMatch(signatures) };
  if (bodyForm !== null) return { check: "Signature", state: "bad", sentence: bodyFaults[bodyForm] };
  if (signatures.every(({ fits }) => fits === null)) {
    return { check: "Signature", state: "bad", sentence: "The header holds no signature of version v1, such as “v1,K5oZfzN95Z…”." };
  }
  return {
    check: "Signature",
    state: "bad",
    sentence: signatures.length === 1 ? "It does not fit the id, timestamp and body with this secret." : `None of the ${signatures.length} signatures fits the id, timestamp and body with this secret.`,
    hints: [
      "The secret is that of another subscription, or the one before a rotation: it signs for 24 hours more, and then no longer.",
      "The body was changed on the way, or is not the one of this message.",
      "The body was parsed and written again, with another order of its fields.",
      "The id or the timestamp belongs to another message.",
    ],
  };
}

/** After a rotation there are two signatures for 24 hours. */
function describeMatch(signatures: readonly CheckedSignature[]): string {
  if (signatures.length === 1) return "It fits the id, timestamp and body.";
  const places = signatures.flatMap(({ fits }, index) => (fits === true ? [index + 1] : []));
  return `Number ${places.join(" and ")} of ${signatures.length} fits the id, timestamp and body. One that fits is enough: for 24 hours after a rotation both secrets sign.`;
}

/** A span in words, roughly: "4 minutes". */
function formatSpan(seconds: number): string {
  const [size, unit] = seconds < 120 ? [1, "second"] : seconds < 7_200 ? [60, "minute"] : seconds < 172_800 ? [3_600, "hour"] : [86_400, "day"];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
