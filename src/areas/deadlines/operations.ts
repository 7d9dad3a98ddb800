import * as z from "zod";

import { CalendarDate, Id, PlausibleDate, changesSomething, TimeOfDay } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { getLiveCase } from "../cases/domain.ts";
import { deadlineArchive } from "./archive.ts";
import { DeadlineWarning } from "./calculation/schema.ts";
import { createDeadline } from "./creation/domain.create.ts";
import { extendDeadline } from "./changes/domain.extend.ts";
import { caseFollows } from "./domain.records.ts";
import { deadlineStates, listChanges, listDeadlines, getDeadline, showDeadline } from "./domain.ts";
import { setTolling } from "./changes/domain.toll.ts";
import { transitionDeadline } from "./changes/domain.transition.ts";
import { updateDeadline } from "./changes/domain.update.ts";
import { decideDeadline } from "./changes/domain.verify.ts";
import { deadlineEnumerations } from "./enumerations.ts";
import { deadlineEvents, deadlinePolicyEvents } from "./events.ts";
import { deadlineExamples } from "./examples.ts";
import { getPolicy } from "./policy/domain.ts";
import { DeadlinePolicy } from "./policy/schema.ts";
import { previewMove } from "./recalculation/domain.preview.ts";
import {
  DeadlineChanges,
  DeadlineDecision,
  DeadlineExtension,
  DeadlineTolling,
  DeadlineTransition,
  NewDeadline,
} from "./schema.input.ts";
import { CaseDeadlineFilter, Deadline, DeadlineChange, DeadlineFilter, DeadlineMove, HistoryQuery } from "./schema.ts";

/**
 * Deadlines. The terms of docketing, as the code and the API name them:
 *
 * - **trigger, trigger date** (`trigger`, `triggerOn`): the event from whose day a deadline is counted, such as a service
 *   or a trial. It is not counted itself. A trigger with a record (`recordId`) moves with it; a deadline follows.
 * - **computation** (`calculation`): how the date was found, step by step; Federal Rule of Civil Procedure 6 and the
 *   states'. `offset`, `unit` and `direction` are the period, `startRule` the day with which counting begins.
 * - **court day** (`court_days`): a day on which the court's calendar is open.
 * - **roll** (`rollRule`): a last day on which the court is closed moves to the next, or the previous, court day.
 * - **service method, service days** (`serviceMethod`, `serviceDays`): how a paper was served, and the days that a rule
 *   adds for it (FRCP 6(d)), as the jurisdiction says.
 * - **due date** (`dueOn`, `dueAt`); **act-by date** (`actByOn`): the last court day on or before it.
 * - **conservative date** (`conservativeDueOn`): the earliest that the facts allow; until a date is verified the earlier
 *   of both is the **effective date** (`effectiveOn`).
 * - **verification**: a second person finds the same date, as docketing departments check each other's entries.
 * - **limitation, statute of limitations** (class `limitation`): a statute that ends a claim. It runs from the
 *   **accrual** (`accrualOn`), by the **discovery rule** from a later day; **tolling** (`tolling`) stops it,
 *   **minority** among others; a **statute of repose** (`reposeOn`) bounds it. Nobody extends it.
 * - **jurisdictional** (`isJurisdictional`): no court may extend it.
 * - **extension**: a later date by order, stipulation, statute or agreement. **Override**: a date set by hand.
 * - **recalculation**: the trigger moved. An earlier date applies at once; a later one waits for a second person.
 * - **tickler, reminder** (`warningDays`, the folder `warnings/`): days before the act-by date on which members are
 *   warned.
 * - **docket** (`areas/docket`): deadlines and events by day.
 * - **matter** (`Matter`, in code only): a case and its organization, as the dates of its deadlines depend on them.
 *
 * A mutation is a file of its verb (`creation/domain.create.ts`, `changes/domain.update.ts`, …) and reads from the top:
 * validate, lock (`domain.locks.ts`), compute (`domain.dates.ts`, pure), write (`domain.insert.ts`,
 * `domain.records.ts`).
 */

const reading = { area: "Deadlines", scope: "deadlines:read" } as const;
const mutation = {
  area: "Deadlines",
  scope: "deadlines:write",
  readBy: "deadlines:read",
  etag: "deadline.revision",
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const;
const Chosen = z.strictObject({ deadlineId: Id });
const Shown = z.object({ deadline: Deadline });
const Page = z.object({ deadlines: z.array(Deadline), nextCursor: z.string().nullable() });

/** Of deadlines of the same chain that are counted from this one. */
const ofFollowing = ["deadline.recalculated", "deadline.recalculation_proposed"] as const;

const asOfNow =
  "`case`, `claimant`, `adverse` and `assignees` show these records as of now; `daysLeft`, `actInDays` and `urgency` move with the day.";
const anew = "The date has to be verified again.";

export const deadlineProcedures = {
  "deadlines.list": operation({
    ...reading,
    route: "GET /deadlines",
    summary: "List deadlines",
    description: `Returns the deadlines of cases that are not deleted. ${asOfNow}`,
  })
    .input(DeadlineFilter)
    .output(Page)
    .query(({ ctx, input }) => listDeadlines(ctx, input)),

  "cases.deadlines.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/deadlines",
    summary: "List a case's deadlines",
    description: "Returns the deadlines of the case as `GET /deadlines` does.",
  })
    .input(CaseDeadlineFilter.extend({ caseId: Id }))
    .output(Page)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      return listDeadlines(ctx, input);
    }),

  "cases.deadlines.create": operation({
    ...mutation,
    route: "POST /cases/{caseId}/deadlines",
    summary: "Record a deadline",
    description:
      "Send `dueOn`; or `trigger` with `offset` and `unit`: then Caseport counts the date by Federal Rule of Civil Procedure 6 in the days of `holidayCalendarId`; or `ruleKey`: then it calculates what that rule says of the case’s incident and state, its client’s dates of birth and death, and the facts that you send. " +
      "A date by a rule follows `dateOfIncident`. It is unverified: until a second person does, " +
      "the earlier of `dueOn` and `conservativeDueOn` counts. `warnings` says what to check. Shipped calendars and rules are no legal advice. Fails with 409 while the case is archived.",
    echoes: ["warnings"],
    emits: ["deadline.created"],
    mayEmit: caseFollows,
    created: { location: "/deadlines/{deadline.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(NewDeadline.extend({ caseId: Id }))
    .output(Shown.extend({ warnings: z.array(DeadlineWarning) }))
    .mutation(({ ctx, input: { caseId, ...deadline } }) => createDeadline(ctx, caseId, deadline)),

  "deadlines.get": operation({
    ...reading,
    route: "GET /deadlines/{deadlineId}",
    summary: "Get a deadline",
    description: `Use the ETag only for \`If-Match\`: the response is never 304. ${asOfNow}`,
    etag: "deadline.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ deadline: showDeadline(await getDeadline(ctx, input.deadlineId)) })),

  "deadlines.update": operation({
    ...mutation,
    route: "PATCH /deadlines/{deadlineId}",
    summary: "Update a deadline",
    description:
      `Changes the fields that you send, at least one; \`null\` clears a field, and a list replaces the one before it. What decides the date needs a \`reason\`, and an open or missed deadline. ${anew} ` +
      "`dueOn` of a calculated deadline overrides its date. Another adverse party, citation or `isJurisdictional` ends a verification, too.",
    mayEmit: ["deadline.updated", "deadline.corrected", ...ofFollowing, ...caseFollows],
    errors: [...mutation.errors, "DUPLICATE_ENTRY"],
  })
    .input(DeadlineChanges.extend({ deadlineId: Id }).refine(...changesSomething("deadlineId", "reason")))
    .output(Shown)
    .mutation(async ({ ctx, input: { deadlineId, ...changes } }) => ({
      deadline: await updateDeadline(ctx, deadlineId, changes),
    })),

  "deadlines.transition": operation({
    ...mutation,
    route: "POST /deadlines/{deadlineId}/transitions",
    summary: "Satisfy, waive, supersede, cancel or reopen a deadline",
    description:
      "Only the system marks a deadline as missed, within five minutes after `dueAt`, unless its case is archived or its time verifiably does not run. A limitation is satisfied with a document or a docket number. What lets a limitation go, by waiver, cancellation or a later successor, waits in `pendingTransition` for a second person, and `status` stays. A reopened deadline whose trigger moved meanwhile follows it: an earlier date applies at once, a later one waits for a second person. " +
      "A document that shows it goes on legal hold.",
    echoes: ["deadline.status", "deadline.availableTransitions", "deadline.pendingTransition"],
    mayEmit: [
      "deadline.satisfied",
      "deadline.waived",
      "deadline.superseded",
      "deadline.cancelled",
      "deadline.reopened",
      "deadline.recalculated",
      "deadline.recalculation_proposed",
      "deadline.transition_requested",
      "document.updated",
      ...caseFollows,
    ],
  })
    .input(DeadlineTransition.extend({ deadlineId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { deadlineId, ...transition } }) => ({
      deadline: await transitionDeadline(ctx, deadlineId, transition),
    })),

  "deadlines.extend": operation({
    ...mutation,
    route: "POST /deadlines/{deadlineId}/extend",
    summary: "Extend a deadline",
    description: `A limitation is not extended, and a deadline with \`isJurisdictional\` on the basis of a statute only. ${anew} The order that extends it goes on legal hold.`,
    emits: ["deadline.extended"],
    mayEmit: ["document.updated", ...ofFollowing, ...caseFollows],
  })
    .input(DeadlineExtension.extend({ deadlineId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { deadlineId, ...extension } }) => ({
      deadline: await extendDeadline(ctx, deadlineId, extension),
    })),

  "deadlines.tolling.set": operation({
    ...mutation,
    route: "PUT /deadlines/{deadlineId}/tolling",
    summary: "Replace the tolling segments",
    description:
      "Of a limitation only. A segment that contains the accrual makes the period begin at its end; a later one adds its days; one without an end adds nothing yet. Segments that overlap count once. " +
      `Until a second person has verified the date, the one without tolling counts. ${anew} Documents of segments go on legal hold.`,
    emits: ["deadline.tolled"],
    mayEmit: ["document.updated", ...ofFollowing, ...caseFollows],
  })
    .input(DeadlineTolling.extend({ deadlineId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { deadlineId, ...tolling } }) => ({
      deadline: await setTolling(ctx, deadlineId, tolling),
    })),

  "deadlines.verify": operation({
    ...mutation,
    route: "POST /deadlines/{deadlineId}/verify",
    summary: "Verify or dispute a date, confirm or reject what waits",
    description:
      "The second person must not be behind the key, or be the member, that set the date: the acting attorney of a key, its creator, and everyone who was shown a live secret of it are behind it. " +
      "The firm’s policy says whether keys verify limitations at all. To confirm a date, send the date that you found: another one than the deadline’s fails with 409 and changes nothing.",
    echoes: ["deadline.status", "deadline.verificationStatus", "deadline.pendingTransition"],
    // An assistant is no second person.
    mcp: "never",
    mayEmit: [
      "deadline.verified",
      "deadline.disputed",
      "deadline.updated",
      ...ofFollowing,
      "deadline.transition_rejected",
      "deadline.waived",
      "deadline.superseded",
      "deadline.cancelled",
      ...caseFollows,
    ],
  })
    .input(DeadlineDecision.extend({ deadlineId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { deadlineId, ...decision } }) => ({
      deadline: await decideDeadline(ctx, deadlineId, decision),
    })),

  "calendarEvents.affectedDeadlines.get": operation({
    ...reading,
    route: "GET /calendar-events/{calendarEventId}/affected-deadlines",
    summary: "Preview a move of an event",
    description:
      "Returns what becomes of the deadlines that are counted from the event, and of those of their chains, if the event is moved to `startOn`, and to `startTime`; nothing changes. " +
      "Hours follow the time, too. Empty for the day and the time that it has, and for an event that no open deadline follows. Fails with 409 where the move would: with more than 200 deadlines.",
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(
      z.strictObject({
        calendarEventId: Id,
        startOn: PlausibleDate.meta({ description: "The local start day that the event would have." }),
        startTime: TimeOfDay.optional().meta({
          description: "Its local start time, `HH:MM`, in the time zone of the event; by default the one that it has.",
        }),
      }),
    )
    .output(
      z.object({
        startOn: CalendarDate.meta({ description: "The day that the event has." }),
        startTime: z.string().nullable().meta({ description: "The time that it has; null for whole days." }),
        changes: z.array(DeadlineMove),
      }),
    )
    .query(({ ctx, input: { calendarEventId, startOn, startTime } }) =>
      previewMove(ctx, calendarEventId, { startOn, startTime }),
    ),

  "deadlines.history.list": operation({
    ...reading,
    route: "GET /deadlines/{deadlineId}/history",
    summary: "List changes of a deadline",
    description:
      "Returns what became of the date, the status and the verification, oldest first. Nothing of it is ever changed.",
  })
    .input(HistoryQuery)
    .output(z.object({ changes: z.array(DeadlineChange), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listChanges(ctx, input)),

  "deadlinePolicy.get": operation({
    ...reading,
    route: "GET /deadline-policy",
    summary: "Get the firm's deadline policy",
    description: "Members change it in the portal.",
  })
    .input(z.strictObject({}))
    .output(z.object({ deadlinePolicy: DeadlinePolicy }))
    .query(async ({ ctx }) => ({ deadlinePolicy: await getPolicy(ctx) })),
};

export const deadlines = defineArea(deadlineProcedures, {
  examples: deadlineExamples,
  events: [deadlineEvents, deadlinePolicyEvents],
  enumerations: deadlineEnumerations,
  stateMachines: { deadlineStatus: deadlineStates },
  archive: deadlineArchive,
});
