import { bulkQueue } from "../areas/bulk/store.queue.ts";
import { messageQueue } from "../areas/communications/delivery/store.queue.ts";
import { expansionQueue } from "../areas/calendar/occurrences/store.expansion.ts";
import { reviewQueue } from "../areas/deadlines/recalculation/store.ts";
import { preparationQueue, sealingQueue } from "../areas/esign/work/store.queues.ts";
import { exportQueue } from "../areas/exports/work/store.queue.ts";
import { importQueue } from "../areas/imports/work/store.queue.ts";
import { sharingQueue } from "../areas/referrals/documents/store.queue.ts";
import { phaseQueue } from "../areas/referrals/updates/store.queue.ts";
import { sandboxFailureQueue, sandboxQueue } from "../areas/sandbox/store.queue.ts";
import { renderingQueue } from "../areas/settlements/rendering/store.queue.ts";
import { recomputationQueue } from "../areas/tasks/recomputation/store.queue.ts";
import { templateQueue } from "../areas/tasks/triggers/store.queue.ts";
import { recoveryQueue } from "../areas/webhooks/recovery/store.queue.ts";
import type { Queue } from "../platform/jobs/job-queue.ts";
import { mailFailureQueue } from "../platform/mail/mail-failures.ts";
import { mailQueue } from "../platform/mail/mail-queue.ts";

/** The queues that every start installs; `worker.ts` works them off. Deliveries to webhooks have a table of their own. */
export const jobQueues: readonly Queue[] = [
  // Each dead-letter queue is before its queue.
  mailFailureQueue,
  mailQueue,
  recoveryQueue,
  exportQueue,
  templateQueue,
  bulkQueue,
  importQueue,
  reviewQueue,
  recomputationQueue,
  expansionQueue,
  preparationQueue,
  sealingQueue,
  renderingQueue,
  sharingQueue,
  phaseQueue,
  messageQueue,
  sandboxFailureQueue,
  sandboxQueue,
];
