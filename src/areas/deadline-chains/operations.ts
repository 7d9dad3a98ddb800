import * as z from "zod";
import { pageInput, wholePageInput } from "../../contract/page.ts";
import { pageOfWhole } from "../../platform/database/lists/whole-list.ts";
import { Id } from "../../contract/values/values.ts";
import { ChainedDeadline, ChainWarning } from "../deadlines/domain.chains.ts";
import { caseFollows } from "../deadlines/domain.records.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { deadlineChainArchive } from "./archive.ts";
import { listAffectedChains } from "./domain.affected.ts";
import { applyTemplate } from "./domain.apply.ts";
import { cancelChain } from "./domain.cancel.ts";
import { previewChain } from "./domain.preview.ts";
import { recalculateChain } from "./domain.recalculation.ts";
import { getTemplate, listTemplates, setTemplate } from "./templates/domain.ts";
import { getChain, listChains } from "./domain.ts";
import { deadlineChainEnumerations } from "./enumerations.ts";
import { chainTemplateEvents, deadlineChainEvents } from "./events.ts";
import { deadlineChainExamples } from "./examples.ts";
import { DraftDeadline, DraftStep } from "./schema.drafts.ts";
import {
  AffectedChain,
  ChainCancellation,
  ChainPreview,
  ChainRecalculation,
  ChainTemplate,
  ChainTemplateText,
  DeadlineChain,
  Moves,
  NewChain,
  SkippedItem,
  TemplateFilter,
  TemplateKey,
} from "./schema.ts";

/**
 * Deadline chains: deadlines that one trigger sets off. The terms of docketing, as the code and the API name them
 * (those of single deadlines stand in `areas/deadlines/operations.ts`):
 *
 * - **rule set** (`chainTemplate`): the deadlines that a court's rules count from an event, such as those of a trial
 *   date.
 * - **chain** (`deadlineChain`): a rule set applied to a case. Its **trigger** is a day, or the record whose day it
 *   follows; further triggers (`triggers`) have days of their own.
 * - **item**: a rule of the set. It is counted from the trigger, from a further trigger, or from another item (`from:
 *   "item:…"`): then its date is a **dependent deadline**, which moves with the one before it.
 * - **step** (`isStep`): a date from which items are counted, and no deadline itself.
 * - **alternatives** (`alternatives`, `choose`): several counts of an item, of which the earliest or the latest is its
 *   date.
 * - **facts** (`onlyIf`, `unless`): what has to be true for a count; of what is not known the earlier date is taken.
 * - **skipped item**: one without a day, or that does not apply: it makes no deadline.
 * - **recalculation**: another trigger date, service method, further trigger or fact; previewed, then committed.
 */

const reading = { area: "Deadlines", scope: "deadlines:read" } as const;
const mutation = { area: "Deadlines", scope: "deadlines:write", readBy: "deadlines:read" } as const;
const ofChain = {
  ...mutation,
  etag: "deadlineChain.revision",
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const;
const ChosenTemplate = z.strictObject({ templateKey: TemplateKey });
const ChosenChain = z.strictObject({ chainId: Id });
const ShownTemplate = z.object({ chainTemplate: ChainTemplate });
const WithDeadlines = z.object({ deadlineChain: DeadlineChain, deadlines: z.array(ChainedDeadline) });
const noAdvice =
  "Shipped templates are no legal advice, and unverified: compare each with its rule before you rely on it.";

export const chainTemplateProcedures = {
  "deadlineChainTemplates.list": operation({
    ...reading,
    route: "GET /deadline-chain-templates",
    summary: "List chain templates",
    description: `Returns the templates of chains by key: those that Caseport ships for the federal courts and the courts of CA, FL, GA, IL, MI, MO, NJ, NY, OH, PA, TX and WA, with their citations, and the firm's own. ${noAdvice} They are verified and disabled in the portal.`,
  })
    .input(TemplateFilter.extend(wholePageInput))
    .output(z.object({ chainTemplates: z.array(ChainTemplate), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { after, limit, ...filter } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `chain-templates ${JSON.stringify(filter)}`,
        keyOf: ({ key }: ChainTemplate) => key,
      };
      const { rows: chainTemplates, nextCursor } = pageOfWhole(list, await listTemplates(ctx, filter), {
        after,
        limit,
      });
      return { chainTemplates, nextCursor };
    }),

  "deadlineChainTemplates.affectedChains.list": operation({
    ...reading,
    route: "GET /deadline-chain-templates/{templateKey}/affected-chains",
    summary: "List the chains that a template’s present text would change",
    description:
      "Returns the active chains of the template, newest first, with the open deadlines that its present text would date otherwise or would not record, counted with the trigger dates, facts and service that the chain has. " +
      "Nothing moves automatically. To take over the text, cancel the chain with `POST /deadline-chains/{chainId}/cancel` and apply the template again; to keep a date, do nothing. " +
      "Deadlines that are done, overridden or extended are left out, and so are items that the template has gained. A page can be shorter than `limit`, or empty, although `nextCursor` is not null: chains whose dates stay are left out.",
  })
    .input(ChosenTemplate.extend(pageInput({ maximum: 20, default: 10 })))
    .output(z.object({ affectedChains: z.array(AffectedChain), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { templateKey, ...page } }) => listAffectedChains(ctx, templateKey, page)),
};

const procedures = {
  ...chainTemplateProcedures,

  // A member's name changes no revision.
  "deadlineChainTemplates.get": operation({
    ...reading,
    route: "GET /deadline-chain-templates/{templateKey}",
    summary: "Get a chain template",
    description: noAdvice,
    etag: "chainTemplate.revision",
    isVolatile: true,
  })
    .input(ChosenTemplate)
    .output(ShownTemplate)
    .query(async ({ ctx, input }) => ({ chainTemplate: await getTemplate(ctx, input.templateKey) })),

  "deadlineChainTemplates.set": operation({
    ...mutation,
    route: "PUT /deadline-chain-templates/{templateKey}",
    summary: "Create or replace a template of the firm",
    description:
      "With the key of a shipped template the firm's text replaces it; with `cht_` and a name that you choose, the template is the firm's own. Either is unverified until an attorney verifies it in the portal. Each item needs a citation. " +
      "Existing chains do not change: `GET /deadline-chain-templates/{templateKey}/affected-chains` lists those whose dates would differ. Fails with 409 beyond 200 templates.",
    emits: ["deadline_chain_template.updated"],
    etag: "chainTemplate.revision",
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(ChainTemplateText.safeExtend({ templateKey: TemplateKey }))
    .output(ShownTemplate)
    .mutation(async ({ ctx, input: { templateKey, ...text } }) => ({
      chainTemplate: await setTemplate(ctx, templateKey, text),
    })),

  "deadlineChains.preview": operation({
    ...reading,
    tier: "read",
    idempotency: "none",
    route: "POST /deadline-chains/preview",
    summary: "Preview a chain",
    description:
      "Counts the deadlines of a template as the template and the service rule of its jurisdiction say, and stores nothing: a POST that takes no idempotency key. `calculation` of each date says step by step how it was found: each date among which it was chosen is a " +
      "candidate. `steps` has dates that are no deadlines, `skipped` the items without a date, and `warnings` what to check of each date.",
  })
    .input(ChainPreview)
    .output(z.object({ deadlines: z.array(DraftDeadline), steps: z.array(DraftStep), skipped: z.array(SkippedItem) }))
    .query(({ ctx, input }) => previewChain(ctx, input)),

  "cases.deadlineChains.create": operation({
    ...mutation,
    route: "POST /cases/{caseId}/deadline-chains",
    summary: "Apply a chain",
    description:
      "Records the deadlines of a template, counted from `triggerOn`, unverified and with `source` `chain`. With `trigger` they follow the date of that record: an earlier one moves them at once, a later one waits for a second person. " +
      "An item that is counted from another item follows that deadline's date in the same way. Items that do not apply, or whose days are not known, are in `skipped`: they are not added later, so cancel the chain and apply it again for them. " +
      "Fails with 409 if the template is applied to the same record and not canceled, if the firm has disabled it, and while the case is archived.",
    echoes: ["warnings"],
    emits: ["deadline_chain.created"],
    mayEmit: ["deadline.created", ...caseFollows],
    created: { location: "/deadline-chains/{deadlineChain.id}" },
    etag: "deadlineChain.revision",
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  })
    .input(NewChain.extend({ caseId: Id }))
    .output(WithDeadlines.extend({ warnings: z.array(ChainWarning), skipped: z.array(SkippedItem) }))
    .mutation(({ ctx, input: { caseId, ...chain } }) => applyTemplate(ctx, caseId, chain)),

  "cases.deadlineChains.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/deadline-chains",
    summary: "List a case's chains",
    description: "Returns all chains of the case, oldest first, also the canceled ones.",
  })
    .input(z.strictObject({ ...wholePageInput, caseId: Id }))
    .output(z.object({ deadlineChains: z.array(DeadlineChain), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { caseId, ...query } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `deadline-chains ${caseId}`,
        keyOf: ({ id }: DeadlineChain) => id,
      };
      const { rows: deadlineChains, nextCursor } = pageOfWhole(list, await listChains(ctx, caseId), query);
      return { deadlineChains, nextCursor };
    }),

  "deadlineChains.get": operation({
    ...reading,
    route: "GET /deadline-chains/{chainId}",
    summary: "Get a chain with its deadlines",
    description:
      "Use the ETag only for `If-Match`: the response is never 304, because the deadlines change without their chain.",
    etag: "deadlineChain.revision",
    isVolatile: true,
  })
    .input(ChosenChain)
    .output(WithDeadlines)
    .query(({ ctx, input }) => getChain(ctx, input.chainId)),

  "deadlineChains.recalculate": operation({
    ...mutation,
    route: "POST /deadline-chains/{chainId}/recalculate",
    summary: "Preview or commit new trigger dates",
    description:
      "Without `commit` it returns what would change. To commit, send these moves and proposals as `expected`: if others would move meanwhile, it fails with 409 and nothing moves. Deadlines that are done, overridden or extended stay; " +
      "moved ones have to be verified again. A chain that follows a record takes that record's date: only the service, the days of further triggers and the facts can differ.",
    mayEmit: [
      "deadline_chain.recalculated",
      "deadline.recalculated",
      "deadline.recalculation_proposed",
      ...caseFollows,
    ],
    errors: ofChain.errors,
  })
    .input(ChainRecalculation.extend({ chainId: Id }))
    .output(z.object({ changes: Moves }))
    .mutation(({ ctx, input: { chainId, ...wanted } }) => recalculateChain(ctx, chainId, wanted)),

  "deadlineChains.cancel": operation({
    ...ofChain,
    route: "POST /deadline-chains/{chainId}/cancel",
    summary: "Cancel the open deadlines of a chain",
    description:
      "Missed, satisfied and waived deadlines stay. A limitation waits for a second person, as with `POST /deadlines/{deadlineId}/transitions`.",
    emits: ["deadline_chain.cancelled"],
    mayEmit: ["deadline.cancelled", "deadline.transition_requested", ...caseFollows],
    echoes: ["deadlineChain.status"],
  })
    .input(ChainCancellation.extend({ chainId: Id }))
    .output(WithDeadlines)
    .mutation(({ ctx, input: { chainId, reason } }) => cancelChain(ctx, chainId, reason)),
};

export const deadlineChains = defineArea(procedures, {
  examples: deadlineChainExamples,
  events: [deadlineChainEvents, chainTemplateEvents],
  enumerations: deadlineChainEnumerations,
  archive: deadlineChainArchive,
});
