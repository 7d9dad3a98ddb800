import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { describeConversationInEvent } from "./domain.ts";
import { conversation } from "./examples.ts";
import { ConversationInEvent } from "./schema.ts";

const shown = describeConversationInEvent(conversation);
const closed = describeConversationInEvent({ ...conversation, status: "closed", revision: 2 });

export const conversationEvents = defineEvents({
  entity: "conversation",
  area: "communications",
  scope: "communications:read",
  payload: ConversationInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "conversation.created": {
      description:
        "A conversation began. Events of conversations, messages and calls never have subject, text, summary, names or addresses.",
      example: { payload: shown },
    },
    "conversation.updated": {
      description:
        "A conversation was linked, assigned, or marked as answered; a message that came or went emits its own event.",
      example: {
        payload: { ...shown, unansweredSince: null, revision: 2 },
        before: { unansweredSince: shown.unansweredSince },
      },
    },
    "conversation.closed": {
      description: "A conversation was closed.",
      example: { payload: closed, before: { status: "open" } },
    },
    "conversation.reopened": {
      description: "A closed conversation goes on.",
      example: { payload: { ...shown, revision: 3 }, before: { status: "closed" } },
    },
  },
});
