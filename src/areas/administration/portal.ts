import * as z from "zod";
import { pageInput } from "../../contract/page.ts";
import { Id } from "../../contract/values/values.ts";
import { definePortalArea } from "../../rpc/area.ts";
import { Nothing, nothing, personOperation } from "../../rpc/operation.ts";
import { decideScopeRequest } from "./domain.decisions.ts";
import { createOwnedOrganization, previewMove, updateOrganization } from "./domain.hierarchy.ts";
import { describeInstallation } from "./domain.overview.ts";
import {
  readOrganizations,
  readQueue,
  readRateUse,
  runAsAdministrator,
  setRateLimits,
  setReporting,
  setSandboxElevatedScopes,
} from "./domain.ts";
import { requestStatuses } from "../../contract/portal/scope-requests.ts";
import {
  DecidedRequest,
  DefaultRateLimits,
  InstallationOverview,
  MovePreview,
  OrganizationChange,
  OrganizationSummary,
  OwnedOrganization,
  QueuedRequest,
  RateLimitChange,
  RateLimits,
  RateUse,
  RateUseQuery,
  ReportingChange,
  SandboxScopesChange,
  RequestAddress,
  ScopeDecision,
  WantedMove,
} from "./schema.ts";
import { describeRequest, readTemplates, removeTemplate, storeTemplate } from "./domain.requests.ts";
import { organizationEvents } from "./events.ts";
import { DecisionTemplate, RequestFacts, SavedTemplate } from "./schema.requests.ts";

const page = pageInput({ maximum: 200, default: 50 });

export const administration = definePortalArea(
  {
    overview: personOperation({
      summary: "Get the waiting requests, the busiest organizations and the installation's health",
      tier: "read",
      administrator: true,
    })
      .input(z.strictObject({}))
      .output(InstallationOverview)
      .query(({ ctx }) => describeInstallation(ctx)),

    listScopeRequests: personOperation({
      summary: "List requests for elevated scopes",
      tier: "read",
      administrator: true,
    })
      .input(z.strictObject({ ...page, status: z.enum(requestStatuses).default("pending") }))
      .output(z.object({ requests: z.array(QueuedRequest), nextCursor: z.string().nullable(), pendingCount: z.int() }))
      .query(({ ctx, input }) => readQueue(ctx, input)),

    describeScopeRequest: personOperation({
      summary: "Get what is known about a request for an elevated scope",
      tier: "read",
      administrator: true,
      errors: ["NOT_FOUND"],
    })
      .input(RequestAddress)
      .output(RequestFacts)
      .query(({ ctx, input }) => describeRequest(ctx, input)),

    listDecisionTemplates: personOperation({
      summary: "List the templates for decisions on elevated scopes",
      tier: "read",
      administrator: true,
    })
      .input(z.strictObject({}))
      .output(z.object({ templates: z.array(DecisionTemplate) }))
      .query(async ({ ctx }) => ({ templates: await readTemplates(ctx) })),
    saveDecisionTemplate: personOperation({
      summary: "Create or change a template for decisions",
      tier: "write",
      administrator: true,
      confirm: "second_factor",
      errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    })
      .input(SavedTemplate)
      .output(z.object({ templateId: Id }))
      .mutation(({ ctx, input }) => storeTemplate(ctx, input)),
    deleteDecisionTemplate: personOperation({
      summary: "Delete a template for decisions",
      tier: "write",
      administrator: true,
      confirm: "second_factor",
      errors: ["NOT_FOUND"],
    })
      .input(z.strictObject({ templateId: Id }))
      .output(Nothing)
      .mutation(nothing(({ ctx, input }) => removeTemplate(ctx, input.templateId))),

    decideScopeRequest: personOperation({
      summary: "Grant or deny an elevated scope",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      mayEmit: ["scope_request.granted", "scope_request.denied", "integration_key.updated"],
      errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION", "INTEGRATION_NOT_CONFIGURED"],
    })
      .input(ScopeDecision)
      .output(DecidedRequest)
      .mutation(({ ctx, input }) => decideScopeRequest(ctx, input)),

    listOrganizations: personOperation({ summary: "List the organizations", tier: "read", administrator: true })
      .input(z.strictObject(page))
      .output(
        z.object({
          organizations: z.array(OrganizationSummary),
          nextCursor: z.string().nullable(),
          defaultRateLimits: DefaultRateLimits,
        }),
      )
      .query(async ({ ctx, input }) => ({
        ...(await readOrganizations(ctx, input)),
        defaultRateLimits: ctx.defaultRateLimits,
      })),

    listRateUse: personOperation({
      summary: "List how many requests organizations sent in the current minute",
      tier: "read",
      administrator: true,
    })
      .input(RateUseQuery)
      .output(z.object({ organizations: z.array(RateUse), organizationFactor: z.int() }))
      .query(async ({ ctx, input }) => ({
        organizations: await readRateUse(ctx, input.organizationIds),
        organizationFactor: ctx.organizationFactor,
      })),

    setRateLimits: personOperation({
      summary: "Set an organization's rate limits",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      emits: ["organization.updated"],
      errors: ["NOT_FOUND"],
    })
      .input(RateLimitChange)
      .output(z.object({ rateLimits: RateLimits }))
      .mutation(async ({ ctx, input }) => ({ rateLimits: await setRateLimits(ctx, input) })),

    setReporting: personOperation({
      summary: "Include or exclude an organization in headquarters reports",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      emits: ["organization.updated"],
      errors: ["NOT_FOUND"],
    })
      .input(ReportingChange)
      .output(z.object({ reportsToHeadquarters: z.boolean() }))
      .mutation(({ ctx, input }) => setReporting(ctx, input)),

    setSandboxElevatedScopes: personOperation({
      summary: "Allow or end elevated scopes without a decision in a sandbox",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      emits: ["organization.updated"],
      errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    })
      .input(SandboxScopesChange)
      .output(z.object({ isAllowed: z.boolean() }))
      .mutation(({ ctx, input }) => setSandboxElevatedScopes(ctx, input)),

    createOrganization: personOperation({
      summary: "Create an organization and invite its owner",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      emits: ["organization.created", "member.invited"],
      mayEmit: ["organization.child_added"],
      errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    })
      .input(OwnedOrganization)
      .output(z.object({ organizationId: Id, slug: z.string() }))
      .mutation(({ ctx, input }) => createOwnedOrganization(ctx, input)),

    previewMove: personOperation({
      summary: "Show what a change of an organization's place would change",
      tier: "read",
      administrator: true,
      errors: ["NOT_FOUND"],
    })
      .input(WantedMove)
      .output(MovePreview)
      .query(({ ctx, input }) => previewMove(ctx, input)),

    updateOrganization: personOperation({
      summary: "Change an organization's parent, time zone or whether it is a headquarters",
      tier: "sensitive",
      administrator: true,
      confirm: "second_factor",
      emits: ["organization.updated"],
      mayEmit: [
        "organization.child_added",
        "organization.child_removed",
        "deadline.updated",
        "case.updated",
        "task.updated",
        "case_party.updated",
      ],
      errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    })
      .input(OrganizationChange)
      .output(z.object({ organizationId: Id }))
      .mutation(async ({ ctx, input: { organizationId, ...changes } }) => {
        await runAsAdministrator(ctx, organizationId, (context) => updateOrganization(context, changes));
        return { organizationId };
      }),
  },
  {
    events: [organizationEvents],
    archive: [
      { table: "Organization", part: "organization", file: "organization", order: ["id"], isOfOrganization: true },
    ],
  },
);
