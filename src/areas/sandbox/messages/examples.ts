import { plaintiff, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { CapturedMessage } from "./schema.ts";

const captured = {
  id: "cap_01kf3m0d8p0r2t4w6y8a0c3e5g",
  channel: "email",
  to: plaintiff.email,
  subject: "Your records arrived",
  text: "Hello Elena,\n\nyour records arrived from the hospital.",
  attachments: [],
  entity: "message",
  entityId: "msg_01kf3m0d9q1s3v5x7z9b1d4f6h",
  createdAt: times.now,
} satisfies CapturedMessage;

export const capturedMessageExamples = {
  "sandbox.messages.list": { response: { messages: [captured], nextCursor: null } },
} satisfies Record<string, OperationExample>;
