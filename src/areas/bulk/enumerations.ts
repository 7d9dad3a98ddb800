import { enumeration } from "../../contract/enumeration.ts";

export const bulkEnumerations = {
  bulkJobStatus: enumeration("Where a bulk job stands.", {
    queued: "Waits for a worker.",
    running: "Its items are being executed.",
    completed: "Every item succeeded.",
    completed_with_errors: "Some items succeeded, some did not.",
    failed: "No item succeeded.",
    cancelled: "Canceled by its key.",
  }),
  bulkJobReason: enumeration("Why a bulk job ended before its last item.", {
    key_ended: "Its key was revoked or paused, or expired.",
    attempts_exhausted: "Workers died again and again at one of its items.",
    stopped_on_error: "An item failed, and `onError` is `stop`.",
    cancelled: "Its key canceled it.",
  }),
  bulkItemStatus: enumeration("What became of an item of a bulk job.", {
    pending: "Not executed yet.",
    succeeded: "Executed.",
    failed: "Rejected, or failed; `code` says why.",
    skipped: "Never executed, because the job ended before.",
  }),
};
