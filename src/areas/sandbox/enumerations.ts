import { enumeration } from "../../contract/enumeration.ts";

export const sandboxEnumerations = {
  sandboxState: enumeration("Where a sandbox stands.", {
    filling: "It was created; its example records are being written.",
    ready: "It can be used.",
    resetting: "Its records are being deleted, and example records written. Requests of its keys fail with 503.",
    failed: "The last reset or filling failed five times; the records are as they were. Reset it again.",
  }),
  capturedChannel: enumeration("How a captured message would have been sent.", {
    email: "By email.",
    sms: "As a text message.",
  }),
  sandboxContents: enumeration("What a sandbox has after it was created or reset.", {
    empty: "No records besides its members.",
    examples: "Example records of a made-up firm.",
  }),
};
