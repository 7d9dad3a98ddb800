import { defineEvents } from "../../contract/events/event-declaration.ts";
import { actors, relateToCase } from "../../contract/examples/example-story.ts";
import { cancelledChain, deadlineChain, recalculatedChain, verifiedTemplate } from "./examples.ts";
import { ChainTemplate, DeadlineChainInEvent, type DeadlineChain } from "./schema.ts";

const shown = (of: DeadlineChain): DeadlineChainInEvent => DeadlineChainInEvent.parse(of);

export const deadlineChainEvents = defineEvents({
  entity: "deadline_chain",
  area: "deadlines",
  scope: "deadlines:read",
  payload: DeadlineChainInEvent,
  exampleRelatedIds: (id) => [{ entity: "deadline_chain", id }, ...relateToCase()],
  types: {
    "deadline_chain.created": {
      description: "A chain template was applied to a case. Its deadlines have events of their own.",
      example: { payload: shown(deadlineChain) },
    },
    "deadline_chain.recalculated": {
      description:
        "The trigger date of a chain, or how it was served, was changed. Deadlines that moved have events of their own.",
      example: { payload: shown(recalculatedChain), before: { trigger: deadlineChain.trigger } },
    },
    "deadline_chain.cancelled": {
      description: "A chain was canceled with its open deadlines.",
      example: { payload: shown(cancelledChain), before: { status: "active" } },
    },
  },
});

export const chainTemplateEvents = defineEvents({
  entity: "deadline_chain_template",
  area: "deadlines",
  scope: "deadlines:read",
  payload: ChainTemplate,
  exampleRelatedIds: () => [{ entity: "deadline_chain_template", id: verifiedTemplate.key }],
  types: {
    "deadline_chain_template.updated": {
      description:
        "The firm wrote a chain template, verified or disabled one, or took that back. Its ID is the template’s key.",
      example: {
        by: actors.manager,
        payload: verifiedTemplate,
        before: { verification: "unverified", verifiedBy: null, verifiedAt: null },
      },
    },
  },
});
